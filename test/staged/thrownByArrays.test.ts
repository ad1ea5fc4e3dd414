import { beforeAll, describe, expect, it } from 'vitest';
import { executors } from '../support/index.js';
import { compareBody } from './compareBody.js';

/* What arrays throw where a tensor decides about it, in a try statement of the program. */
const bodies: readonly string[] = [
  'try { return [...v].filter(x => x > 3).reduce((p, q) => p + q); } catch { return -1; }',
  'try { return new Array(n - 2).length; } catch { return -1; }',
  'try { return [...v].filter(x => x > 3).reduceRight((p, q) => p + q); } catch (e) { return e instanceof TypeError ? -1 : -2; }',
  'const l = []; if (a > 0) l.push(1); try { return l.reduce((p, q) => p + q); } catch (e) { return e instanceof TypeError ? -1 : -2; }',
  'const l = []; if (a > 0) l.push({ x: 1 }); try { return l.reduce((p, q) => p).x; } catch (e) { return e instanceof TypeError ? -1 : -2; }',
  'let z = 0; for (const t of v) { try { z += [...v].filter(x => x > t).reduce((p, q) => Math.max(p, q)); } catch { z -= 1; } } return z;',
];

describe.each(executors)(
  'errors of arrays that a program catches, on $backend',
  ({ backend, start }) => {
    beforeAll(start);

    it.each(bodies)('%s', async (body) => {
      expect(await compareBody(body, backend)).toEqual({ failure: null, refusals: [] });
    });
  },
);
