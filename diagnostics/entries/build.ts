import type { Entries } from '../entry.js';

/** What the plugin says about a module, as warnings and errors of the bundler. */
export const build = {
  'staging-failed': {
    category: 'warning',
    title: 'The plugin fails on a function',
    explanation:
      'A mistake in use-graph, not in your program. The function does not carry the directive itself: staged code calls it, so that it would have been staged along. It stays as it is written; where it would decide with a tensor, the trace refuses it.',
    example: null,
    fix: 'Please report it, with the function. "use no graph" at its beginning keeps the plugin from trying.',
  },
  'plugin-options': {
    category: 'error',
    title: 'The plugin is given an option that it does not have, or of another kind',
    explanation: 'What is misspelt in the configuration would have no effect, and say nothing.',
    example: null,
    fix: 'The options are `include`, `exclude`, `root` and `cache`; of the Babel plugin `root` alone.',
  },
  generator: {
    category: 'error',
    title: 'A generator cannot become a graph',
    explanation:
      'A generator hands out its values one by one while its caller runs in between. A graph runs from its inputs to its outputs without a pause.',
    example: `
function* batches(x) {
  "use graph";
  yield x;
}
`,
    fix: 'Return all values at once (an array, or tf.stack of them), or leave the directive out: what a function that carries it loops over may be a generator, whose operators become operations of that graph.',
  },
  'getter-or-setter': {
    category: 'error',
    title: 'A getter or setter cannot become a graph',
    explanation:
      'Getters and setters are called by reading and writing a property. Such a call has no place for the tensors of a signature.',
    example: `
class Model {
  get loss() {
    "use graph";
    return tf.sum(this.x);
  }
}
`,
    fix: 'Move the computation to a method that carries the directive, and call it from the getter or setter.',
  },
  constructor: {
    category: 'error',
    title: 'A constructor cannot become a graph',
    explanation: 'A constructor makes an object of the host; a graph makes tensors.',
    example: `
class Model {
  constructor(x) {
    "use graph";
    this.x = x;
  }
}
`,
    fix: 'Move the computation to a function or method that carries the directive.',
  },
  'for-await': {
    category: 'error',
    title: '`for await` stands where it cannot be staged',
    explanation:
      'The values of an asynchronous iterator exist only while the program runs. A marked function can wait for them itself, with its loops’ bodies as graphs; a function inside of it cannot, nor one that is staged along, since their calls are part of a graph.',
    example: `
function makeTotal(x) {
  "use graph";
  return async (source) => {
    let sum = x;
    for await (const item of source) sum += item;
    return sum;
  };
}
`,
    fix: 'Put the loop into a marked function of its own, which is called from code without the directive.',
  },
  'with-statement': {
    category: 'error',
    title: '`with` cannot be staged',
    explanation: 'Inside `with` it is not known before the program runs which names are variables.',
    example: `
function f(o) {
  "use graph";
  with (o) return x;
}
`,
    fix: 'Read the properties from the object: `const { x } = o`.',
  },
  'sloppy-mode': {
    category: 'error',
    title: 'What only sloppy mode has cannot be staged',
    explanation:
      'A file without `import` and `export`, and without "use strict", is in sloppy mode. There `arguments[0] = v` assigns the first parameter, and the other way round, and a function in a block can be used outside of it. In staged code, as in strict mode, arguments are a list of their own, and functions belong to their blocks.',
    example: `
function f(x, y) {
  "use graph";
  x = x * 2;
  return arguments[0] + y;
}
`,
    fix: 'Write the function as strict mode wants it: name parameters instead of reading `arguments`, and declare functions where they are used. "use strict" at its beginning says that it means no more than that.',
  },
  'using-declaration': {
    category: 'error',
    title: '`using` declarations cannot be staged',
    explanation:
      'A resource that is disposed at the end of a block would be disposed when the graph is made, not when it runs.',
    example: `
function f(x) {
  "use graph";
  using file = open();
  return x;
}
`,
    fix: 'Acquire the resource outside of the function and hand it in.',
  },
  'unknown-syntax': {
    category: 'error',
    title: 'This syntax cannot be staged',
    explanation: 'The syntax is a proposal, or an extension, that the compiler does not know.',
    example: `
function f(x) {
  "use graph";
  return do { x; };
}
`,
    fix: 'Write it with statements of standard JavaScript.',
  },
  'direct-eval': {
    category: 'error',
    title: 'Direct `eval` cannot be staged',
    explanation:
      'The code in the string would neither be staged nor see the variables under their names.',
    example: `
function f(x) {
  "use graph";
  return eval("x + 1");
}
`,
    fix: 'Write the code out, or move the eval to a function with "use no graph".',
  },
  'misplaced-directive': {
    category: 'warning',
    title: 'A directive that is not at the beginning, or misspelt, has no effect',
    explanation:
      'As in all of JavaScript, a directive is one only before every other statement of a function or module. Elsewhere, in parentheses, or with other spaces or capitals, it is a string that nobody uses. Nor has "use graph" an effect where the function, one around it or the module carries "use no graph".',
    example: `
function f(x) {
  const y = x * 2;
  "use graph";
  return y;
}
`,
    fix: 'Move it to the first line of the function or module, and write it as it is written here: "use graph", or "use no graph".',
  },
  'unreadable-file': {
    category: 'error',
    title: 'The file cannot be parsed',
    explanation:
      'The file mentions the directive, but it is not JavaScript or TypeScript that the compiler can read. The functions in it would run without being staged.',
    example: `
function f(x) {
  "use graph";
  return x +;
}
`,
    fix: 'Correct the syntax. A syntax that another tool compiles must be compiled before this plugin runs.',
  },
  'late-import': {
    category: 'warning',
    title: 'A module was bundled before it was known that staged code calls it',
    explanation:
      "Staged code calls functions of the module, so they should be staged along. Which they are is read off the files below the project's root before the first module is bundled; the module that calls them was not among these files, or was made by another plugin.",
    example: null,
    fix: 'Set the plugin\'s option `root` to a directory that has both files below it, or put "use graph" into the functions that are called.',
  },
  'unseen-module': {
    category: 'warning',
    title: 'A module was loaded by a plugin before this one',
    explanation:
      'esbuild hands a module to the first plugin that loads it, and to no other. What plugins that come after this one load is staged; what those before it load would run as it is written.',
    example: null,
    fix: 'Put use-graph first in the list of plugins.',
  },
} as const satisfies Entries;
