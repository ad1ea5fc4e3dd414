import { type ParserPlugin, parse } from '@babel/parser';
import { languageExtension } from './moduleId.js';

/** What a module that is no JavaScript seems to be written in, and how it has to be marked as that. */
export interface OtherLanguage {
  readonly name: string;
  readonly advice: string;
}

/** Null where the module is read as such a language already, or is none of them. */
export function otherLanguageOf(code: string, id: string): OtherLanguage | null {
  const extension = languageExtension(id);
  const written = /^\.([cm]?)jsx?$/.exec(extension);
  if (written === null) return null;
  const [, kind] = written;
  if (isReadAs(code, ['typescript']))
    return { name: 'TypeScript', advice: `Give it the extension .${kind}ts.` };
  if (isReadAs(code, ['typescript', 'jsx']))
    return { name: 'TypeScript', advice: 'Give it the extension .tsx.' };
  if (isReadAs(code, ['flow', 'jsx']))
    return { name: 'Flow', advice: 'Begin it with the comment `// @flow`.' };
  return null;
}

function isReadAs(code: string, languages: ParserPlugin[]): boolean {
  try {
    parse(code, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      plugins: [...languages, 'decorators'],
    });
    return true;
  } catch {
    return false;
  }
}
