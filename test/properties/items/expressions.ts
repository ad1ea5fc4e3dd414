import { type Scope, withItem } from './scope.js';

/*
 * Floats are multiples of a quarter and stay small, ints are small whole numbers: float32, int32 and JavaScript's numbers agree
 * exactly.
 */

export function float(scope: Scope, depth = 2): string {
  const { random, items, lists } = scope;
  if (depth === 0 || random.chance(0.3)) {
    const properties = scope.form === 'class' ? ['x', 'score'] : ['x'];
    const read = items.flatMap((item) => properties.map((key) => `${item}.${key}`));
    return random.pick([...scope.floats, ...read, '1', '0.5', '-2']);
  }
  const inner = () => float(scope, depth - 1);
  const list = random.pick(lists);
  return random.pick([
    () => `(${inner()} + ${inner()})`,
    () => `(${inner()} - ${inner()})`,
    () => `(${inner()} * 2)`,
    () => `Math.max(${inner()}, ${inner()})`,
    () => `Math.abs(${inner()})`,
    () => `(${test(scope)} ? ${inner()} : ${inner()})`,
    () => `(${list}.at(${random.pick(['-1', '0'])})?.x ?? ${inner()})`,
    () => `${list}.reduce((sum, p) => sum + p.x, 0)`,
    () => `(search(${list}, ${int(scope, 0)})?.x ?? ${inner()})`,
    () => `(${int(scope, 1)} + 0.5)`,
  ])();
}

export function int(scope: Scope, depth = 1): string {
  const { random, items, lists } = scope;
  const list = random.pick(lists);
  if (depth === 0 || random.chance(0.4)) {
    const read = items.map((item) => `${item}.k`);
    return random.pick([...scope.ints, ...read, `${list}.length`, '1', '2']);
  }
  const inner = () => int(scope, depth - 1);
  return random.pick([
    () => `(${inner()} + ${inner()})`,
    () => `(${inner()} - ${inner()})`,
    () => `${list}.findIndex((p) => ${predicate(scope, 'p')})`,
    () => `${list}.filter((p) => ${predicate(scope, 'p')}).length`,
    () => `${list}.reduce((sum, p) => sum + p.k, 0)`,
  ])();
}

/** A condition on the item of a callback. */
export function predicate(scope: Scope, item: string): string {
  return scope.random.pick([
    () => `${item}.x > ${float(scope, 1)}`,
    () => `${item}.k === ${int(scope, 1)}`,
    () => `${item}.k % 2 === 0`,
    () => test(withItem(scope, item)),
  ])();
}

export function test(scope: Scope, depth = 1): string {
  const { random } = scope;
  const list = random.pick(scope.lists);
  const simple = [
    () =>
      `${float(scope, 1)} ${random.pick(['<', '>', '<=', '>=', '===', '!=='])} ${float(scope, 1)}`,
    () => `${int(scope)} ${random.pick(['<', '>', '==='])} ${int(scope)}`,
    () => 'flag',
    () => `${list}.length ${random.pick(['> 0', '> 1', '=== 0', '< 3'])}`,
    () => `${list}.some((p) => ${predicate(scope, 'p')})`,
  ];
  const compound = [
    () => `(${test(scope, depth - 1)} ${random.pick(['&&', '||'])} ${test(scope, depth - 1)})`,
    () => `!(${test(scope, depth - 1)})`,
  ];
  return random.pick(depth > 0 ? [...simple, ...compound] : simple)();
}

/** Keeps what is assigned small. */
export function bounded(value: string): string {
  return `${value} % 16`;
}

/** A new item. */
export function made(scope: Scope): string {
  const { random, form, items } = scope;
  const [x, k] = [bounded(float(scope)), bounded(int(scope))];
  if (items.length > 0 && random.chance(0.15)) {
    const item = random.pick(items);
    return form === 'class' ? `${item}.copy()` : `{ ...${item}, x: ${x} }`;
  }
  switch (form) {
    case 'class':
      return `new Item(${x}, ${k})`;
    case 'literal':
      return `{ x: ${x}, k: ${k} }`;
    case 'function':
      return `make(${x}, ${k})`;
  }
}
