import { float, test } from './expressions.js';
import type { Scope } from './scope.js';

/* The third array of the programs holds texts: which of them, and how many, tensors decide. */

export const noMarks = "let marks = ['a'];";

type Make = () => string;

/** Statements that change or use the marks, where no loop around goes through them. */
export function onMarks(scope: Scope): readonly Make[] {
  const { random } = scope;
  const mark = () => random.pick(["'a'", "'b'", "'c'"]);
  const some = () => random.pick(['[]', `[${mark()}]`, `[${mark()}, ${mark()}]`]);
  const count = scope.fresh('m');
  return [
    () => `marks.push(${mark()});`,
    () => `marks.push(${test(scope)} ? ${mark()} : ${mark()});`,
    () => `if (${test(scope)}) marks.push(${mark()});`,
    () => `if (${test(scope)}) marks = ${some()};`,
    () => `marks = ${test(scope)} ? ${some()} : marks;`,
    () => `marks.${random.pick(['pop', 'shift'])}();`,
    () => `if (marks.length > 1) marks.length = ${random.pick(['0', '1'])};`,
    () => `marks = [...marks, ${mark()}].slice(${random.pick(['0', '1', '-2'])});`,
    () => `marks = marks.concat(${test(scope)} ? ${some()} : ${some()});`,
    () => `marks = marks.filter((m) => m !== ${mark()});`,
    () => `record(marks.length);`,
    () => `record(marks.indexOf(${mark()}));`,
    () => `if (marks.includes(${mark()})) x = (x + ${float(scope, 1)}) % 16;`,
    () =>
      `let ${count} = 0;\nfor (const m of marks) if (m === ${mark()}) ${count}++;\nrecord(${count});`,
  ];
}
