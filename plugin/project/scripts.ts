import { isScript } from '../syntax/moduleId.js';

/** A part of a file that is JavaScript or TypeScript, and an id that tells which. */
export interface Script {
  readonly code: string;
  readonly id: string;
}

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
/** What Astro runs when it makes a page. */
const frontmatter = /^\s*---\r?\n([\s\S]*?)\r?\n---/;

/** The scripts in the text of a file: all of it, or the elements of a component or a page. */
export function scriptsIn(file: string, text: string): Script[] {
  if (isScript(file)) return [{ code: text, id: file }];
  const scripts = Array.from(text.matchAll(scriptElement), ([, attributes, code]) => {
    const language = /\blang=["']?(\w+)/.exec(attributes!)?.[1];
    return scriptOf(file, code!, language ?? (file.endsWith('.astro') ? 'ts' : 'js'));
  });
  const fenced = file.endsWith('.astro') ? frontmatter.exec(text)?.[1] : undefined;
  return fenced === undefined ? scripts : [scriptOf(file, fenced, 'ts'), ...scripts];
}

function scriptOf(file: string, code: string, language: string): Script {
  return { code, id: `${file}?component&lang.${language}` };
}
