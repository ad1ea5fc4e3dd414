import type { Phase } from '../../diagnostics/entry.js';
import { type Item, items, toldBy } from './examples.js';

const phases: Readonly<Record<Phase, readonly [title: string, introduction: string]>> = {
  build: [
    'While the project is built',
    'The plugin says these, as warnings and errors of your bundler, with the lines concerned.',
  ],
  trace: [
    'While a function is traced',
    'At the first call with arguments of a new kind the code of a graph function runs once, to make the graph. What cannot ' +
      'become part of a graph is told then; nothing has run, and the next call starts anew.',
  ],
  call: ['When a graph function is made or called', 'These come before any tracing.'],
  run: [
    'While a graph runs',
    'The message names the place in your source that the operation came from.',
  ],
};

/** docs/diagnostics.md */
export async function diagnosticsPage(): Promise<string> {
  const sections: string[] = [introduction];
  for (const [phase, [title, text]] of Object.entries(phases)) {
    sections.push(`## ${title}`, text);
    for (const item of items.filter((one) => one.phase === phase))
      sections.push(await section(item));
  }
  return `${sections.join('\n\n')}\n`;
}

async function section(item: Item): Promise<string> {
  const { title, explanation, example, fix, category, backend } = item.entry;
  const told = example === null ? '' : await toldBy(item);
  const shown = example === null ? [] : [fenced('js', example), fenced('text', told)];
  return [
    `### ${item.code}`,
    `**${title}.**${category === 'warning' ? ' A warning.' : ''} ${explanation}`,
    ...(backend === undefined ? [] : ['On the backend `webgpu`:']),
    ...shown,
    // The plugin's messages say it in the same words.
    ...(told.includes(fix) ? [] : [`**What to do:** ${fix}`]),
  ].join('\n\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

const introduction = `# Diagnostics

Every error and warning of use-graph says what is wrong, where in your source, and what to do, and ends with a code in
brackets, by which it is found on this page. The codes are stable: \`error.code\` may be compared.

Errors are instances of \`UseGraphError\`: \`StagingError\` where the program cannot become a graph as it is written,
\`SymbolicTensorError\` where the value of a tensor is asked for that has none, \`SignatureError\` where arguments do not fit, and
\`ExecutionError\` while a graph runs. Beside \`code\` they have \`location\` (\`file\`, \`line\` and \`column\` of your source) and
\`suggestion\`. What your own code throws while it is traced keeps its type and its message. The stacks list your functions,
which called which, without what is inside of use-graph and TensorFlow.js.

**Strict mode.** With the environment variable \`USE_GRAPH_STRICT=1\` all warnings are errors: those of the plugin when the
project is built, and those of the runtime in Node. In a browser, which has no environment, set
\`globalThis.USE_GRAPH_STRICT = true\` before the first call.

In the examples \`tf\` is TensorFlow.js. This page is made by \`npm run docs\` from the table in \`diagnostics/\`, and the messages
on it are what the examples really get.`;
