import '@tensorflow/tfjs-backend-cpu';
import { add, greater, scalar, setBackend, sub } from '@tensorflow/tfjs-core';
import { cond, graph } from 'use-graph';

/* Staged code without a call, of which a bundle needs few of the helpers. */

class A {
  value = 1;
}
class B {
  value = 2;
  other = 3;
}

function either(x) {
  'use graph';
  let object = new A();
  if (x > 0) object = new B();
  return object instanceof B ? object.other : object.value;
}

function grown(x) {
  'use graph';
  const list = [];
  while (list.length < x) list[list.length] = x > 1 ? 'a' : 'b';
  return list[0] === 'a';
}

function shortened(x) {
  'use graph';
  const list = [];
  while (list.length < x) list[list.length] = x;
  list.length = 1;
  return list;
}

function kinds(x) {
  'use graph';
  const list = [];
  while (list.length < x) list[list.length] = x > 1 ? new A() : new B();
  return list[0].value;
}

const chosen = graph((x) =>
  cond(
    greater(x, 0),
    () => add(x, 1),
    () => sub(x, 1),
  ),
);

const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value?.dataSync === 'function' ? value.dataSync()[0] : value;
};

await setBackend('cpu');
const results = Object.fromEntries(
  Object.entries({ either, grown, shortened, kinds, chosen }).map(([name, f]) => [
    name,
    [2, 1].map((value) => plain(f(scalar(value)))),
  ]),
);
console.log(JSON.stringify(results));
