import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* A loop appends nodes of a class to a linked list. */
const bodies: readonly string[] = [
  `class Node { constructor(v) { this.v = v; this.next = null; } }
class Queue { constructor(x) { this.head = this.tail = new Node(x); this.n = 1; }
  put(x) { const k = new Node(x); this.tail.next = k; this.tail = k; this.n++; }
  take() { const x = this.head.v; this.head = this.head.next; this.n--; return x; } }
export function program(a, b, n, v, flag) { "use graph";
  const q = new Queue(a); q.put(b);
  for (const x of v) q.put(x);
  let t = 0; while (q.n > 0) t = t * 2 + q.take();
  return t;
}`,
  `class Node { constructor(v) { this.v = v; this.next = null; } }
export function program(a, b, n, v, flag) { "use graph";
const head = new Node(a); let tail = head;
for (const x of v) { tail.next = new Node(x); tail = tail.next; }
return head.next.next.v;
}`,
  `class Node { constructor(v) { this.v = v; this.next = null; } }
export function program(a, b, n, v, flag) { "use graph";
const head = new Node(a); let tail = head;
for (const x of v) { const k = new Node(x); tail.next = k; tail = k; }
return head.next.next.v;
}`,
  `class Node { constructor(v) { this.v = v; this.next = null; } }
export function program(a, b, n, v, flag) { "use graph";
const head = new Node(a); let tail = head;
for (const x of v) { const k = new Node(x); tail.next = k; tail = k; }
return head.next.v;
}`,
  `export function program(a, b, n, v, flag) { "use graph";
const head = { v: a, next: null }; let tail = head;
for (const x of v) { const k = { v: x, next: null }; tail.next = k; tail = k; }
let s = 0; for (let p = head; p; p = p.next) s = s * 2 + p.v;
return s;
}`,
  `class Node { constructor(v) { this.v = v; this.next = null; } }
export function program(a, b, n, v, flag) { "use graph";
const head = new Node(a); let tail = head;
for (const x of v) { const k = new Node(x); tail.next = k; tail = k; }
let s = 0; for (let p = head; p; p = p.next) s = s * 2 + p.v;
return s;
}`,
  `class Node { constructor(v) { this.v = v; this.next = null; } }
export function program(a, b, n, v, flag) { "use graph";
const head = new Node(a); let tail = head;
for (let i = 0; i < n; i++) { const k = new Node(i); tail.next = k; tail = k; }
return head.next?.v ?? 0;
}`,
];

describe.each(executors)(
  'nodes of a class that an iteration links to those of the one before, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
