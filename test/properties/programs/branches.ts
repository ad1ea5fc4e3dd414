import { bounded, comparison, expression, leaf } from './expressions.js';
import { texts } from './scope.js';
import { block, braced } from './statements.js';
import { inBlock, type Surroundings } from './surroundings.js';

export function branch(around: Surroundings): string {
  const test = expression('bool', around, 2);
  const otherwise = around.random.chance(0.5) ? ` else ${braced(around)}` : '';
  return `if (${test}) ${braced(around)}${otherwise}`;
}

/** if … else if … else, at times with returns only. */
export function chain(around: Surroundings): string {
  const { random } = around;
  const links = random
    .times(
      2 + random.below(2),
      () => `if (${expression('bool', around, 1)}) ${braced(around, {}, 2)}`,
    )
    .join(' else ');
  return random.chance(0.6) ? `${links} else ${braced(around, {}, 2)}` : links;
}

/** Cases that fall through or not, with a default anywhere or nowhere. */
export function switchStatement(around: Surroundings): string {
  const { random } = around;
  if (around.scope.readable('text').length > 0 && random.chance(0.5)) return textSwitch(around);
  const isInt = random.chance(0.7);
  const value = isInt ? bounded('int', around, 1) : leaf('float', around);
  const tests = ['0', '1', '2', isInt ? '-1' : '0.5', leaf('int', around)];
  const start = random.below(2);
  const clauses = tests.slice(start, start + 1 + random.below(4)).map((test) => {
    if (random.chance(0.15)) return `case ${test}:`;
    const body = `{\n${block(inBlock(around, { canBreak: true }), 2)}\n}`;
    return `case ${test}: ${body}${random.chance(0.6) ? '\nbreak;' : ''}`;
  });
  if (random.chance(0.7)) {
    const body = braced(around, { canBreak: true }, 2);
    const end = random.chance(0.5) ? '\nbreak;' : '';
    clauses.splice(random.below(clauses.length + 1), 0, `default: ${body}${end}`);
  }
  const isOnTrue = random.chance(0.1);
  if (isOnTrue) {
    return `switch (true) {\ncase ${comparison(around)}: ${braced(around, { canBreak: true }, 2)}\nbreak;\ndefault: ${braced(around, { canBreak: true }, 2)}\n}`;
  }
  return `switch (${value}) {\n${clauses.join('\n')}\n}`;
}

/** A state that a text names. */
function textSwitch(around: Surroundings): string {
  const { random } = around;
  const clauses = texts.map((name) => {
    const end = random.chance(0.7) ? '\nbreak;' : '';
    return `case '${name}': ${braced(around, { canBreak: true }, 2)}${end}`;
  });
  if (random.chance(0.3)) clauses.pop();
  return `switch (${leaf('text', around)}) {\n${clauses.join('\n')}\n}`;
}
