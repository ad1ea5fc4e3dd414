/** One kind of diagnostic. The documentation's page of codes is made from these. */
export interface CatalogEntry {
  category: 'error' | 'warning';
  title: string;
  explanation: string;
  /** A program that gets this diagnostic. */
  example: string;
  fix: string;
}

export type DiagnosticCode = keyof typeof catalog;

export const catalog = {
  UG1001: {
    category: 'error',
    title: 'A generator cannot become a graph',
    explanation:
      'A generator hands out its values one by one while its caller runs in between. A graph runs from its inputs to its outputs without a pause.',
    example: 'function* batches(x) {\n  "use graph";\n  yield x;\n}',
    fix: 'Return all values at once (an array, or tf.stack of them), or mark the functions that the generator calls instead.',
  },
  UG1002: {
    category: 'error',
    title: 'A getter or setter cannot become a graph',
    explanation:
      'Getters and setters are called by reading and writing a property. Such a call has no place for the tensors of a signature.',
    example: 'class Model {\n  get loss() {\n    "use graph";\n    return tf.sum(this.x);\n  }\n}',
    fix: 'Move the computation to a method that carries the directive, and call it from the getter or setter.',
  },
  UG1003: {
    category: 'error',
    title: 'A constructor cannot become a graph',
    explanation: 'A constructor makes an object of the host; a graph makes tensors.',
    example: 'class Model {\n  constructor(x) {\n    "use graph";\n    this.x = x;\n  }\n}',
    fix: 'Move the computation to a function or method that carries the directive.',
  },
  UG1004: {
    category: 'error',
    title: '`for await` cannot be staged',
    explanation:
      'The values of an asynchronous iterator exist only while the program runs; staged code is run before that, to make the graph.',
    example:
      'async function total(source) {\n  "use graph";\n  let sum = 0;\n  for await (const x of source) sum += x;\n  return sum;\n}',
    fix: 'Keep the loop outside and call a function that carries the directive for each value.',
  },
  UG1005: {
    category: 'error',
    title: '`with` cannot be staged',
    explanation: 'Inside `with` it is not known before the program runs which names are variables.',
    example: 'function f(o) {\n  "use graph";\n  with (o) return x;\n}',
    fix: 'Read the properties from the object: `const { x } = o`.',
  },
  UG1006: {
    category: 'error',
    title: '`using` declarations cannot be staged',
    explanation:
      'A resource that is disposed at the end of a block would be disposed when the graph is made, not when it runs.',
    example: 'function f(x) {\n  "use graph";\n  using file = open();\n  return x;\n}',
    fix: 'Acquire the resource outside of the function and hand it in.',
  },
  UG1007: {
    category: 'error',
    title: 'This syntax cannot be staged',
    explanation: 'The syntax is a proposal, or an extension, that the compiler does not know.',
    example: 'function f(x) {\n  "use graph";\n  return do { x; };\n}',
    fix: 'Write it with statements of standard JavaScript.',
  },
  UG1008: {
    category: 'error',
    title: 'Direct `eval` cannot be staged',
    explanation:
      'The code in the string would neither be staged nor see the variables under their names.',
    example: 'function f(x) {\n  "use graph";\n  return eval("x + 1");\n}',
    fix: 'Write the code out, or move the eval to a function with "use no graph".',
  },
  UG1101: {
    category: 'warning',
    title: 'A directive that is not at the beginning has no effect',
    explanation:
      'As in all of JavaScript, a directive is one only before every other statement of a function or module. Elsewhere it is a string that nobody uses.',
    example: 'function f(x) {\n  const y = x * 2;\n  "use graph";\n  return y;\n}',
    fix: 'Move it to the first line of the function or module.',
  },
  UG1102: {
    category: 'error',
    title: 'The file cannot be parsed',
    explanation:
      'The file mentions the directive, but it is not JavaScript or TypeScript that the compiler can read. The functions in it would run without being staged.',
    example: 'function f(x) {\n  "use graph";\n  return x +;\n}',
    fix: 'Correct the syntax. A syntax that another tool compiles must be compiled before this plugin runs.',
  },
} as const satisfies Record<string, CatalogEntry>;
