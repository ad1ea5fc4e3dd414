import path from 'node:path';

const scriptExtension = /\.[cm]?[jt]sx?$/;
const componentExtension = /\.(?:vue|svelte|astro|mdx)$/;
/** The ids that components, and parts of them, can have. */
export const componentId = /\.(?:vue|svelte|astro|mdx)(?:[?#]|$)/;
/** The ids of files that are scripts as a whole. */
export const scriptFile = /^[^\0?#]*\.[cm]?[jt]sx?$/;
const typeScriptExtension = /\.[cm]?tsx?$/;
/** What bundlers themselves take for something else than code. */
export const otherFile = new RegExp(
  `\\.(?:${[
    'css|s[ac]ss|less|styl(?:us)?|p(?:ost)?css|sss',
    'json5?|csv|tsv|txt|ya?ml|toml|xml|webmanifest|map',
    'png|jpe?g|gif|svg|webp|avif|ico|bmp|hdr|ktx2?',
    'woff2?|ttf|otf|eot|pdf|zip|gz|wasm|bin',
    'mp[34]|ogg|wav|webm|flac|aac|gltf|glb|obj|ply|stl|fbx',
    'onnx|tflite|pb|npy|npz|safetensors',
    'glsl|wgsl|vert|frag',
  ].join('|')})(?:[?#]|$)`,
);
const notCode = /[?&](?:raw|url|inline)(?:&|=|$)/;

export interface ModuleId {
  /** The id without its query. */
  file: string;
  /** With the leading question mark; empty where there is none. */
  query: string;
}

/** Splits what bundlers call a module: a path, possibly with a query such as `?vue&type=script&lang.ts`. */
export function parseModuleId(id: string): ModuleId {
  const mark = id.search(/[?#]/);
  return mark < 0 ? { file: id, query: '' } : { file: id.slice(0, mark), query: id.slice(mark) };
}

/** The extension that tells the language of a module; of a part of a component it is in the query. */
export function languageExtension(id: string): string {
  const { file, query } = parseModuleId(id);
  const named = /[?&]lang[.=]([cm]?[jt]sx?)(?:&|$)/.exec(query)?.[1];
  if (named !== undefined) return `.${named}`;
  return scriptExtension.exec(query)?.[0] ?? path.extname(file);
}

/** Whether the text of a module is in JavaScript or TypeScript as the user wrote it. */
export function isScript(id: string): boolean {
  const { query } = parseModuleId(id);
  return scriptExtension.test(languageExtension(id)) && !notCode.test(query);
}

/** Whether a module is a component, which is JavaScript once the plugin of its framework has compiled it. */
export function isComponent(id: string): boolean {
  const { file, query } = parseModuleId(id);
  return (
    componentExtension.test(file) && !isScript(id) && !/[?&]type=(?:style|template)/.test(query)
  );
}

/** Whether a module of an unknown kind may be JavaScript in the end: virtual ones, and what other plugins compile. */
export function mayBecomeScript(id: string): boolean {
  const { file, query } = parseModuleId(id);
  return !otherFile.test(file) && !componentExtension.test(file) && !notCode.test(query);
}

/** Whether a module comes from a component, as a whole or in part. */
export function isPartOfComponent(id: string): boolean {
  return componentExtension.test(parseModuleId(id).file);
}

export function isTypeScript(id: string): boolean {
  return typeScriptExtension.test(languageExtension(id));
}

/** In TypeScript files `<T>x` is an assertion, unless the extension ends with `x`. */
export function mayContainJsx(id: string): boolean {
  const extension = languageExtension(id);
  return !typeScriptExtension.test(extension) || extension.endsWith('x');
}

export function isCommonJsExtension(id: string): boolean {
  return /\.c[jt]s$/.test(languageExtension(id));
}

/** The path that people see: relative to the project's root, with forward slashes. */
export function displayPath(file: string, root: string): string {
  // With a null character, plugins make an id their own.
  const plain = file.replace(/^(?:\0|file:\/\/)/, '');
  if (!path.isAbsolute(plain)) return plain.replaceAll('\\', '/');
  return path.relative(root, plain).replaceAll('\\', '/');
}
