import { bounded, call, callableFor, expression, leaf, literal } from './expressions.js';
import { returned } from './jumps.js';
import type { Callable, Place, Type } from './scope.js';
import { block } from './statements.js';
import { functionWeight, inBlock, mostRuns, type Surroundings } from './surroundings.js';

type Form = 'declaration' | 'arrow' | 'expression';

const resultTypes = ['float', 'float', 'int', 'bool', 'vector', null] as const;

/** A local function that reads and assigns the variables around it. */
export function functionDeclaration(around: Surroundings, given?: Form): string {
  const { random } = around;
  const form = given ?? random.pick(['declaration', 'arrow', 'arrow', 'expression'] as const);
  if (given === undefined && random.chance(0.12)) return recursive(around);
  if (given === undefined && random.chance(0.12)) return higherOrder(around);
  const name = around.fresh('f');
  const result = random.pick(resultTypes);
  const outside = form === 'arrow' ? around : withoutThis(around);
  const { list, types, required, places } = parameters(outside, random.below(3));
  const inner = functionBody(outside, result, places);
  const isShort = form === 'arrow' && result !== null && random.chance(0.4);
  const text = isShort ? '' : block(inner, 3);
  const last = isShort ? expression(result, inner) : result === null ? '' : `${returned(inner)}\n`;
  const declared: Callable = {
    text: name,
    parameters: types,
    required,
    result,
    weight: weightOf(inner, isShort),
  };
  around.scope.declare(name, { callables: [declared] });
  if (isShort) return `const ${name} = (${list}) => ${last};`;
  if (form === 'declaration') return `function ${name}(${list}) {\n${text}\n${last}}`;
  if (form === 'arrow') return `const ${name} = (${list}) => {\n${text}\n${last}};`;
  return `const ${name} = function (${list}) {\n${text}\n${last}};`;
}

/** What a function of its own may use: everything around, but no jumps out of it, and no elements of vectors. */
export function functionBody(
  around: Surroundings,
  result: Surroundings['result'],
  places: readonly Place[],
): Surroundings {
  const scope = around.scope.inner();
  for (const place of scope.readable('vector')) {
    scope.declare(place.text, { places: [{ ...place, isAssignable: false }] });
  }
  for (const { text } of scope.maybes) scope.declare(text, {});
  const inner = inBlock(
    { ...around, scope },
    {
      depth: Math.min(around.depth - 1, 2),
      labels: [],
      canBreak: false,
      canContinue: false,
      result,
      canReturn: true,
      isGuarded: false,
      canAwait: false,
      weight: Math.max(around.weight, functionWeight),
      calls: { count: 0 },
    },
  );
  for (const place of places) inner.scope.declare(place.text, { places: [place] });
  return inner;
}

/** How often the innermost statement of a function with this body may run. */
export function weightOf({ calls }: Surroundings, isShort = false): number {
  return (isShort ? 1 : mostRuns / functionWeight) + calls.count;
}

/** What a function sees that has its own `this`. */
export function withoutThis(around: Surroundings): Surroundings {
  return { ...around, scope: around.scope.without('this') };
}

export function parameters(
  around: Surroundings,
  count: number,
): { list: string; types: Type[]; required: number; places: Place[] } {
  const { random } = around;
  const types = random.times(count, () => random.pick(['float', 'float', 'int', 'bool'] as const));
  const defaults = random.below(count + 1);
  const required = count - defaults;
  const places: Place[] = [];
  const scope = around.scope.inner();
  const list = types.map((type, index) => {
    const name = around.fresh(type === 'int' ? 'i' : 'p');
    const value = index < required ? '' : ` = ${expression(type, { ...around, scope }, 1)}`;
    const place = { text: name, type, isAssignable: true };
    places.push(place);
    scope.declare(name, { places: [place] });
    return `${name}${value}`;
  });
  return { list: list.join(', '), types, required, places };
}

/** One of two functions, which a tensor chooses. */
export function chosenFunction(around: Surroundings): string {
  const { random, scope } = around;
  const named = resultTypes
    .flatMap((type) => scope.callables(type))
    .filter(({ text }) => /^\w+$/.test(text));
  if (named.length === 0) return functionDeclaration(around);
  const one = random.pick(named);
  const alike = named.filter(
    ({ parameters, required, result }) =>
      String(parameters) === String(one.parameters) &&
      required === one.required &&
      result === one.result,
  );
  const other = random.pick(alike);
  const name = around.fresh('f');
  const test = expression('bool', around, 1);
  const weight = Math.max(one.weight, other.weight);
  scope.declare(name, { callables: [{ ...one, text: name, weight }] });
  return random.pick([
    `const ${name} = ${test} ? ${one.text} : ${other.text};`,
    `let ${name} = ${one.text};\nif (${test}) ${name} = ${other.text};`,
    `const ${name} = [${one.text}, ${other.text}][Math.abs(${leaf('int', around)} % 2)];`,
    `const ${name} = (${one.parameters.map((_, index) => `p${index}`).join(', ')}) => ${test} ? ${one.text}(${one.parameters.map((_, index) => `p${index}`).join(', ')}) : ${other.text}(${one.parameters.map((_, index) => `p${index}`).join(', ')});`,
  ]);
}

/** Waits for a value, or for an asynchronous function. */
export function waiting(around: Surroundings): string {
  const { random, scope } = around;
  const targets = scope.assignable('float');
  const value = bounded('float', around, 1);
  if (targets.length === 0) return `record(await ${value});`;
  const { text: target } = random.pick(targets);
  if (around.depth <= 0 || random.chance(0.4)) return `${target} = await (${value});`;
  const name = around.fresh('f');
  const { list, types, required, places } = parameters(around, random.below(2));
  const inner = { ...functionBody(around, 'float', places), canAwait: true };
  const text = block(inner, 2);
  const last = returned(inner);
  const weight = weightOf(inner);
  const callable: Callable = { text: name, parameters: types, required, result: 'float', weight };
  const called = weight * around.weight <= mostRuns ? call(callable, around) : '0';
  const function_ = random.pick([
    `const ${name} = async (${list}) => {\n${text}\n${last}\n};`,
    `async function ${name}(${list}) {\n${text}\n${last}\n}`,
  ]);
  const wait = `${target} = (await ${called}) % 16;`;
  return `${function_}\n${random.chance(0.3) ? `if (${expression('bool', around, 1)}) ${wait}` : wait}`;
}

/** Recursion that a host number ends. */
function recursive(around: Surroundings): string {
  const { random } = around;
  const name = around.fresh('f');
  const [left, value] = [around.fresh('h'), around.fresh('p')];
  const places: Place[] = [
    { text: left, type: 'host', isAssignable: false },
    { text: value, type: 'float', isAssignable: true },
  ];
  const inner = { ...functionBody(withoutThis(around), 'float', places), depth: 1 };
  const end = `if (${left} <= 0) return ${expression('float', inner, 1)};`;
  inner.scope.mention(end);
  const text = block(inner, 2);
  const next = `${name}(${left} - 1, ${bounded('float', inner, 1)})`;
  const last = random.pick([
    `return (${next} + ${value}) % 16;`,
    `return ${expression('bool', inner, 1)} ? ${next} : ${value};`,
  ]);
  around.scope.declare(name, {
    callables: [
      {
        text: name,
        parameters: ['host', 'float'],
        required: 2,
        result: 'float',
        weight: 2 * weightOf(inner),
      },
    ],
  });
  return `function ${name}(${left}, ${value}) {\n${end}\n${text}\n${last}\n}`;
}

/** A function that is given a function, or gives one. */
function higherOrder(around: Surroundings): string {
  const { random, scope } = around;
  const [name, inner, value, result] = ['f', 'g', 'p', 'x'].map((letter) => around.fresh(letter));
  const body = functionBody(withoutThis(around), 'float', [
    { text: value!, type: 'float', isAssignable: true },
  ]);
  const callback = `(${value}) => ${expression('float', body, 2)}`;
  const given = bounded('float', around, 1);
  const { float, test } = {
    float: () => bounded('float', around, 1),
    test: () => expression('bool', around, 1),
  };
  const ownTest = () => expression('bool', withoutThis(around), 1);
  const text = random.pick([
    `const ${name} = ({ p: ${value}, q = ${float()}, ...rest }, [first, ...others] = [${float()}]) => {\nif (${test()}) return (${value} + q) % 16;\nreturn (rest.r - first + others.length) % 16;\n};\nlet ${result} = ${name}({ p: ${float()}, r: ${float()} }${random.pick(['', `, [${float()}, ${float()}]`])});`,
    `function ${name}() {\nlet sum = 0;\nfor (let at = 0; at < arguments.length; at++) sum += arguments[at];\nreturn sum % 16;\n}\nlet ${result} = ${name}(...[${float()}, ${float()}], ${float()});`,
    `const ${name} = { at: ${float()}, run(${value}) {\nif (${ownTest()}) this.at = ${value};\nreturn this.at;\n} };\nconst ${inner} = ${name}.run.bind(${name});\nlet ${result} = ${inner}(${float()});`,
    `const ${name} = (${inner}, start) => ${inner}((${inner}(start)) % 16) % 16;\nlet ${result} = ${name}(${callback}, ${given});`,
    `const ${name} = (start) => (${value}) => (${value} + start) % 16;\nconst ${inner} = ${name}(${given});\nlet ${result} = ${inner}(${literal('float', around)});`,
    `function ${name}(${inner}, ...rest) {\nlet sum = 0;\nfor (const each of rest) sum += ${inner}(each) % 16;\nreturn sum % 16;\n}\nlet ${result} = ${name}(${callback}, ${given}, ${literal('float', around)});`,
  ]);
  scope.declare(result!, { places: [{ text: result!, type: 'float', isAssignable: true }] });
  return text;
}

/** Closures made in each iteration of a loop, which are called after it. */
export function laterCalls(around: Surroundings): string {
  const { random, scope } = around;
  const [fs, i, result] = ['s', 'k', 'x'].map((letter) => around.fresh(letter));
  const body = functionBody(around, 'float', [{ text: i!, type: 'int', isAssignable: false }]);
  const callback = `() => ${expression('float', body, 1)}`;
  const own = around.fresh('x');
  const before = bounded('float', around, 1);
  scope.declare(result!, { places: [{ text: result!, type: 'float', isAssignable: true }] });
  const total = `let ${result} = ${fs}[0]() + ${fs}[1]() * 2;\n${result} %= 16;`;
  return random.pick([
    `const ${fs} = [];\nfor (let ${i} = 0; ${i} < 2; ${i}++) ${fs}.push(${callback});\n${total}`,
    `const ${fs} = [];\nfor (const ${i} of [1, 3]) {\nlet ${own} = ${before};\n${fs}.push(() => ${own} = (${own} + ${i}) % 16);\n${own} -= ${i};\n}\n${total}`,
    `const ${fs} = [];\nfor (let ${i} = 0; ${i} < 2; ${i}++) {\n${fs}.push(() => ${i});\n${i} += 0;\n}\n${total}`,
  ]);
}

export function callStatement(around: Surroundings): string {
  const { random } = around;
  const type = random.pick(resultTypes);
  const callable = callableFor(type, around);
  if (callable === null) return `record(${leaf('float', around)});`;
  const text = call(callable, around);
  if (type === 'float' && random.chance(0.5)) return `record((${text}) % 16);`;
  return random.chance(0.2) ? `if (${expression('bool', around, 1)}) ${text};` : `${text};`;
}
