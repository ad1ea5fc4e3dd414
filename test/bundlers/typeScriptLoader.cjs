const { transform } = require('esbuild');

/** What ts-loader or swc-loader is in a project: turns TypeScript and JSX into JavaScript. */
module.exports = function (source, map) {
  const done = this.async();
  transform(source, {
    loader: /\.tsx?$/.exec(this.resourcePath)?.[0].slice(1) ?? 'jsx',
    sourcefile: this.resourcePath,
    sourcemap: 'inline',
    jsxFactory: 'h',
    target: 'es2022',
  }).then(({ code }) => done(null, ...withMap(code, map)), done);
};

function withMap(code, inputMap) {
  const [text, encoded] = code.split('//# sourceMappingURL=data:application/json;base64,');
  const map = JSON.parse(Buffer.from(encoded, 'base64').toString());
  if (!inputMap) return [text, map];
  const remapping = require('@jridgewell/remapping');
  const combine = remapping.default ?? remapping;
  return [text, combine([map, inputMap], () => null)];
}
