import { bounded, expression, leaf } from './expressions.js';
import { functionBody, parameters, weightOf, withoutThis } from './functions.js';
import { returned } from './jumps.js';
import type { Callable, Place } from './scope.js';
import { block } from './statements.js';
import type { Surroundings } from './surroundings.js';

/** A class with fields, private ones among them, methods and a getter; and one instance. */
export function classDeclaration(outside: Surroundings): string {
  const around = withoutThis(outside);
  const { random } = around;
  const name = around.fresh('C');
  const instance = around.fresh('c');
  const own: Place[] = [
    { text: 'this.total', type: 'float', isAssignable: true },
    { text: 'this.#count', type: 'int', isAssignable: true },
  ];
  const members = [
    `total = ${bounded('float', around, 1)};`,
    `#count = ${bounded('int', around, 1)};`,
  ];
  if (random.chance(0.4)) {
    const start = around.fresh('p');
    members.push(`constructor(${start}) {\nthis.total = ${start};\n}`);
  }
  const places: Place[] = [
    { text: `${instance}.total`, type: 'float', isAssignable: true },
    { text: `${instance}.count`, type: 'int', isAssignable: false },
  ];
  members.push('get count() {\nreturn this.#count;\n}');
  if (random.chance(0.4)) {
    members.push(
      'get half() {\nreturn this.total * 2 % 16;\n}',
      'set half(to) {\nthis.total = to;\n}',
    );
    places.push({ text: `${instance}.half`, type: 'float', isAssignable: true });
  }
  const callables: Callable[] = [];
  for (let index = random.below(2); index < 2; index++) {
    const method = around.fresh('m');
    const { list, types, required, places: given } = parameters(around, random.below(2));
    const inner = functionBody(around, 'float', given);
    inner.scope.declare('this', { places: own });
    const text = block(inner, 3);
    members.push(`${method}(${list}) {\n${text}\n${returned(inner)}\n}`);
    callables.push({
      text: `${instance}.${method}`,
      parameters: types,
      required,
      result: 'float',
      weight: weightOf(inner),
    });
  }
  if (random.chance(0.3)) {
    const given = around.fresh('p');
    members.push(`static of(${given}) {\nreturn new ${name}(${given});\n}`);
  }
  const made = members.some((member) => member.startsWith('static'))
    ? `${name}.of(${bounded('float', outside, 1)})`
    : `new ${name}(${bounded('float', outside, 1)})`;
  const text = `class ${name} {\n${members.join('\n')}\n}`;
  const rest = random.chance(0.35)
    ? derived(outside, name, instance, callables)
    : `const ${instance} = ${made};`;
  outside.scope.declare(instance, { places, callables });
  return `${text}\n${rest}`;
}

/** A class that extends another one, overrides a method, and has a static and a private one of its own. */
function derived(
  around: Surroundings,
  base: string,
  instance: string,
  methods: readonly Callable[],
): string {
  const outside = withoutThis(around);
  const { random } = outside;
  const name = outside.fresh('C');
  const given = outside.fresh('p');
  const value = () => bounded('float', outside, 1);
  const test = () => expression('bool', outside, 1);
  const members = [
    `static start = ${random.below(3)};`,
    `static #made = 0;`,
    `static make(${given}) {\nthis.#made++;\nreturn new ${name}(${given});\n}`,
    `constructor(${given}) {\nsuper(${given});\nif (${test()}) this.total = ${value()};\n}`,
    `#twice(${given}) {\nif (${given} > ${leaf('float', outside)}) return ${given};\nreturn ${given} * 2 % 16;\n}`,
    `get total2() {\nreturn this.#twice(this.total);\n}`,
  ];
  const overridden = random.chance(0.6)
    ? methods.find(({ required }) => required === 0)
    : undefined;
  if (overridden !== undefined) {
    const method = overridden.text.slice(instance.length + 1);
    members.push(
      `${method}() {\nthis.total = (this.total + ${leaf('float', outside)}) % 16;\n` +
        `return (super.${method}() + this.#twice(1)) % 16;\n}`,
    );
  }
  return (
    `class ${name} extends ${base} {\n${members.join('\n')}\n}\nconst ${instance} = ${name}.make(${value()});\n` +
    `record(${instance}.total2);\nif (${instance} instanceof ${base}) record(${name}.start);`
  );
}
