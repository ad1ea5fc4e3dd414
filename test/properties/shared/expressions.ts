import type { Extension, Make, Scope } from './scope.js';

/** Floats are multiples of a quarter and stay small: float32 and JavaScript's numbers agree exactly. */
export function float(scope: Scope, depth = 2): string {
  const { random } = scope;
  if (depth === 0 || random.chance(0.3)) return random.pick([...scope.floats, '1', '0.5', '-2']);
  const inner = () => float(scope, depth - 1);
  return random.pick([
    () => `${point(scope, 1)}.x`,
    () => `${point(scope, 1)}.x`,
    () => `${random.pick(scope.pairs)}.x`,
    () => `${random.pick(scope.pairs)}.${random.pick(['p', 'q'])}.x`,
    () => `(${random.pick(scope.maybes)}?.x ?? ${inner()})`,
    () => `(${inner()} ${random.pick(['+', '-'])} ${inner()})`,
    () => `Math.max(${inner()}, ${inner()})`,
    () => `(${test(scope)} ? ${inner()} : ${inner()})`,
    () => `(${point(scope, 1)}.k + 0.5)`,
    ...(scope.isClass ? [() => `${point(scope, 1)}.sum`] : []),
    () => `row.reduce((sum, p) => sum + p.x, 0) % 16`,
    ...more(scope, 'floats'),
  ])();
}

/** A point, by one of the names that it may have, or a new one. */
export function point(scope: Scope, depth = 2): string {
  const { random } = scope;
  const named = [random.pick(scope.points), random.pick(scope.points), place(scope), `row.at(-1)`];
  if (depth === 0 || random.chance(0.6)) return random.pick(named);
  const inner = () => point(scope, depth - 1);
  return random.pick([
    () => made(scope),
    () => `copy(${inner()})`,
    () => `(${test(scope)} ? ${inner()} : ${inner()})`,
    () => `either(${test(scope)}, ${inner()}, ${inner()})`,
    () => `bump(${inner()})`,
    () => `(${random.pick(scope.maybes)} ?? ${inner()})`,
    ...(scope.isClass
      ? [() => `${inner()}.move(${float(scope, 0)})`, () => `${inner()}.take(${point(scope, 0)})`]
      : []),
    ...more(scope, 'points'),
  ])();
}

/** What holds a point and can be assigned. */
export function place(scope: Scope): string {
  const { random } = scope;
  return random.pick([
    `${random.pick(scope.pairs)}.p`,
    `${random.pick(scope.pairs)}.q`,
    'row[0]',
    'row[1]',
    'named.a',
    ...random.times(3, () => random.pick(scope.assigned)),
  ]);
}

export function made(scope: Scope): string {
  return `make(${float(scope, 1)} % 16, ${scope.random.pick(['n', '0', '2'])})`;
}

export function pair(scope: Scope): string {
  const { random } = scope;
  const named = () => random.pick(scope.pairs);
  return random.pick([
    named,
    named,
    () => `{ p: ${point(scope, 1)}, q: ${point(scope, 1)}, x: ${float(scope, 1)} % 16 }`,
    () => `{ ...${named()}, p: ${point(scope, 1)} }`,
    () => `(${test(scope)} ? ${named()} : ${named()})`,
  ])();
}

export function test(scope: Scope): string {
  const { random } = scope;
  return random.pick([
    () => `${random.pick(scope.floats)} ${random.pick(['<', '>', '==='])} ${float(scope, 1)}`,
    () => `n ${random.pick(['<', '>', '==='])} ${random.pick(['0', '1', '3'])}`,
    () => 'flag',
    () => '!flag',
    () => `${point(scope, 0)}.x > ${float(scope, 0)}`,
    () => `${point(scope, 0)} ${random.pick(['===', '!=='])} ${point(scope, 0)}`,
    () => `${random.pick(scope.maybes)} ${random.pick(['===', '!=='])} null`,
    () => `(flag ${random.pick(['&&', '||'])} ${random.pick(scope.floats)} > 0)`,
    ...more(scope, 'tests'),
  ])();
}

/** What the extensions of the program have of a kind. */
export function more(
  scope: Scope,
  kind: 'floats' | 'points' | 'tests' | 'simple' | 'compound',
): readonly Make[] {
  return scope.extensions.flatMap((extension: Extension) => extension[kind](scope));
}
