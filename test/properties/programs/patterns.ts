import { bounded, leaf, literal } from './expressions.js';
import type { Place } from './scope.js';
import type { Surroundings } from './surroundings.js';

/** Takes values apart: into new variables, or into places that exist. */
export function destructuring(around: Surroundings): string {
  const { random } = around;
  return random.weighted<() => string>([
    [2, () => swap(around)],
    [2, () => declared(around)],
    [1, () => assigned(around)],
    [1, () => ofVector(around)],
    [1, () => withRest(around)],
  ])();
}

function float(text: string, isAssignable = true): Place {
  return { text, type: 'float', isAssignable };
}

function swap(around: Surroundings): string {
  const places = around.scope.assignable(around.random.pick(['float', 'int']));
  if (places.length < 2) return declared(around);
  const { random } = around;
  const [a, b] = [random.pick(places).text, random.pick(places).text];
  return `[${a}, ${b}] = [${b}, ${a}];`;
}

function declared(around: Surroundings): string {
  const { random, scope } = around;
  const value = () => bounded('float', around, 1);
  const fallback = bounded('float', around, 1);
  const [a, b, c] = [around.fresh('x'), around.fresh('x'), around.fresh('x')];
  const kind = random.pick(['let', 'const', 'let']);
  const text = random.pick([
    `[${a}, ${b} = ${fallback}, ${c}] = [${value()}, undefined, ${value()}]`,
    `[${a}, [${b}, ${c} = ${a}]] = [${value()}, [${value()}]]`,
    `{ a: ${a}, b: { c: ${b} }, d: ${c} = ${fallback} } = { a: ${value()}, b: { c: ${value()} } }`,
    `{ ['a']: ${a}, b: [${b}, , ${c}] } = { a: ${value()}, b: [${value()}, 0, ${value()}] }`,
  ]);
  for (const name of [a, b, c]) scope.declare(name, { places: [float(name, kind !== 'const')] });
  return `${kind} ${text};`;
}

function assigned(around: Surroundings): string {
  const { random, scope } = around;
  const places = scope.assignable('float');
  if (places.length < 2) return declared(around);
  const [a, b] = [random.pick(places).text, random.pick(places).text];
  const value = () => bounded('float', around, 1);
  return random.pick([
    `({ a: ${a}, b: ${b} = ${literal('float', around)} } = { a: ${value()} });`,
    `[${a} = ${leaf('float', around)}, ${b}] = [undefined, ${value()}];`,
    `[[${a}], { b: ${b} }] = [[${value()}], { b: ${value()} }];`,
  ]);
}

function ofVector(around: Surroundings): string {
  const { random, scope } = around;
  const { text } = random.pick(scope.readable('vector'));
  const [a, b, c] = [around.fresh('x'), around.fresh('x'), around.fresh('x')];
  if (random.chance(0.3)) {
    scope.declare(a, { places: [float(a)] });
    scope.declare(b, { places: [float(`${b}[0]`, false), float(`${b}[1]`, false)] });
    return `let [${a}, ...${b}] = ${text};`;
  }
  for (const name of [a, b, c]) scope.declare(name, { places: [float(name)] });
  return `let [${a}, ${b}, ${c}] = ${text};`;
}

function withRest(around: Surroundings): string {
  const { random, scope } = around;
  const values = random.times(3, () => bounded('float', around, 1));
  const [a, rest] = [around.fresh('x'), around.fresh('s')];
  scope.declare(a, { places: [float(a)] });
  if (random.chance(0.5)) {
    scope.declare(rest, {
      places: [float(`${rest}[0]`), float(`${rest}[1]`)],
      lists: [{ text: rest, length: 2 }],
    });
    return `let [${a}, ...${rest}] = [${values.join(', ')}];`;
  }
  scope.declare(rest, {
    places: [float(`${rest}.q`), float(`${rest}.r`)],
    objects: [{ text: rest, keys: ['q', 'r'] }],
  });
  return `let { p: ${a}, ...${rest} } = { p: ${values[0]}, q: ${values[1]}, r: ${values[2]} };`;
}
