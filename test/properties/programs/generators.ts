import { bounded, expression, literal } from './expressions.js';
import { functionBody, withoutThis } from './functions.js';
import { block } from './statements.js';
import { inBlock, type Surroundings } from './surroundings.js';

/** How many items a generator gives at most. */
export const mostItems = 12;

/** A local generator of floats whose tests are computed, and what makes one. */
export function generatorOfFloats(around: Surroundings): { text: string; call: string } {
  const { random } = around;
  const name = around.fresh('g');
  const inside = functionBody(withoutThis(around), null, []);
  const delegates = random.chance(0.3);
  const inner = delegates ? generatorWithResult(inside) : null;
  const parts = random.times(1 + random.below(3), (index) =>
    inner !== null && index === 0 ? delegation(inner.call, inside) : part(inside, 'return'),
  );
  const body = [...(inner === null ? [] : [inner.text]), ...parts];
  return { text: `function* ${name}() {\n${body.join('\n')}\n}`, call: `${name}()` };
}

/** One of three items at most that returns a number. */
function generatorWithResult(around: Surroundings): { text: string; call: string } {
  const name = around.fresh('g');
  const inside = functionBody(around, null, []);
  const result = () => `return ${bounded('float', inside, 1)}`;
  return {
    text: `function* ${name}() {\n${part(inside, result())}\n${result()};\n}`,
    call: `${name}()`,
  };
}

/** Statements that go through another generator, and use what it returns. */
function delegation(call: string, around: Surroundings): string {
  const { random } = around;
  const result = around.fresh('r');
  const value = () => bounded('float', around, 1);
  const targets = around.scope.assignable('float');
  const forms = [
    `const ${result} = yield* ${call};\nif (${result} > ${value()}) yield ${result};`,
    `if ((yield* ${call}) > ${value()}) yield ${value()};`,
    `yield (yield* ${call}) + ${literal('float', around)};`,
  ];
  if (targets.length > 0) forms.push(`${random.pick(targets).text} = yield* ${call};`);
  return random.pick(forms);
}

/** Some statements of a generator, with three items at most, which end it by `leave`. */
function part(around: Surroundings, leave: string): string {
  const { random } = around;
  const [k, item] = [around.fresh('k'), around.fresh('y')];
  const value = () => bounded('float', around, 1);
  const test = () => expression('bool', around, 1);
  const targets = around.scope.assignable('float');
  const change = () =>
    targets.length > 0 && random.chance(0.4)
      ? `${random.pick(targets).text} += ${literal('float', around)};\n`
      : '';
  const some = () => (random.chance(0.15) ? `{\n${block(inBlock(around), 1)}\n}\n` : change());
  return random.weighted<() => string>([
    [1, () => `yield ${value()};`],
    [1.5, () => `${some()}if (${test()}) yield ${value()};`],
    [1, () => `if (${test()}) {\n${some()}yield ${value()};\n} else yield ${value()};`],
    [0.7, () => `if (${test()}) ${leave};`],
    [0.7, () => `yield* [${value()}, ${value()}];`],
    [1.5, () => `for (let ${k} = 0; ${k} < 3; ${k}++) {\n${some()}yield ${value()} + ${k};\n}`],
    [
      1.5,
      () =>
        `for (let ${k} = 0; ; ${k}++) {\nif (${k} > 2 || ${test()}) ${random.pick(['break', leave])};\n${change()}yield ${value()} * ${k};\n}`,
    ],
    [
      1.5,
      () =>
        `let ${k} = 0;\nwhile (${k}++ < 3 && ${test()}) {\nif (${test()}) continue;\nyield ${value()};\n${change()}}`,
    ],
    [
      1,
      () =>
        `for (const ${item} of [${value()}, ${value()}, ${value()}]) if (${item} > ${value()}) yield ${item};`,
    ],
    [
      0.7,
      () =>
        `try {\nyield ${value()};\nif (${test()}) throw new Error('own');\nyield ${value()};\n} catch {\n${change()}${random.chance(0.5) ? `yield ${value()};\n` : ''}}${random.chance(0.4) ? ` finally {\n${change()}}` : ''}`,
    ],
    [
      0.7,
      () =>
        `for (const ${item} of [${value()}, ${value()}]) {\ntry {\nif (${item} > ${value()}) throw new Error('own');\nyield ${item};\n} catch {\nif (${test()}) ${random.pick(['break', 'continue', leave])};\n${change()}}\n}`,
    ],
    [
      0.3,
      () =>
        `let ${k} = 0;\ndo {\nif (${test()}) continue;\nyield ${value()};\n} while (${k}++ < 2 && (yield ${value()}) === undefined);`,
    ],
    [
      0.7,
      () =>
        `try {\nyield ${value()};\nif (${test()}) ${leave};\nyield ${value()};\n} finally {\n${change()}}`,
    ],
  ])();
}
