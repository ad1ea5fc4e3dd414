import { listOf } from '../../function/signature/list.js';
import { formatType } from '../../graph/types.js';
import { absentOf } from './absent.js';
import { chosenFunctionOf } from './chosenFunction.js';
import { nodeOf } from './structure.js';
import { isTensor, typeOf } from './tensors.js';
import { ofChosenObject, variantOf } from './variantObjects.js';

/** What a value is, for messages: its type, or its class, never its contents. */
export function describeValue(value: unknown): string {
  const absent = absentOf(value);
  if (absent !== undefined) return absent.original === null ? 'null' : 'undefined';
  if (isTensor(value)) return `a tensor ${formatType(typeOf(value))}`;
  if (listOf(value) !== undefined) return 'an array whose length a tensor decides';
  if (value === ofChosenObject) return ofChosenObject.description!;
  if (variantOf(value) !== undefined) return 'an object that a tensor chooses';
  if (Array.isArray(value)) return `an array of ${count(value.length, 'element')}`;
  if (chosenFunctionOf(value) !== undefined) return 'one of several functions';
  if (typeof value === 'function')
    return value.name === '' ? 'a function' : `the function ${value.name}`;
  const tag = tagOf(value);
  if (tag !== undefined) return tag;
  const node = nodeOf(value);
  if (node !== null) return withArticle(shortened(node.kind));
  if (typeof value === 'object' && value !== null)
    return withArticle(value.constructor?.name || 'object');
  return typeof value === 'string'
    ? `the string ${JSON.stringify(value.slice(0, 40))}`
    : String(value);
}

/** Objects of JavaScript that stand for a set of functions have a name: `Math`, `JSON`. */
function tagOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || isTensor(value)) return undefined;
  const tag: unknown = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return typeof tag === 'string' && Reflect.get(globalThis, tag) === value ? tag : undefined;
}

/** Two values that differ, each with what it is; where that does not tell them apart, with what they hold. */
export function describeBoth(one: unknown, other: unknown): readonly [string, string] {
  const [a, b] = [describeValue(one), describeValue(other)];
  if (a !== b) return [a, b];
  const [inA, inB] = [outline(one, 3), outline(other, 3)];
  return inA === inB ? [a, a.replace(/^(an?|the) /, 'another ')] : [inA, inB];
}

/** `[float32[2], { rate: 0.1 }]` */
export function outline(value: unknown, depth: number): string {
  if (isTensor(value)) return formatType(typeOf(value));
  const node = nodeOf(value);
  const isHost = !['object', 'function', 'symbol'].includes(typeof value);
  if (node === null) return isHost ? String(value) : describeValue(value);
  const isArray = Array.isArray(value);
  if (depth === 0) return isArray ? '[…]' : '{ … }';
  const parts = node.children
    .slice(0, 5)
    .map((child, index) => {
      const text = outline(child, depth - 1);
      return isArray ? text : `${node.labels[index]!.replace(/^\./, '')}: ${text}`;
    })
    .concat(node.children.length > 5 ? ['…'] : [])
    .join(', ');
  if (isArray) return `[${parts}]`;
  return parts === '' ? '{}' : `{ ${parts} }`;
}

/** A variable's name in quotes; what the user did not name (`the return value`) without, and the property alone of what has no name. */
export function quoted(name: string): string {
  if (/^\.[\w$]/.test(name)) return `the property '${name.slice(1)}'`;
  if (!name.includes(' ')) return `'${name}'`;
  return /^(the|an?) /.test(name) ? name : `the ${name}`;
}

/** The same at the beginning of a sentence. */
export function subject(name: string): string {
  return capitalized(quoted(name));
}

export function capitalized(text: string): string {
  // A value of the program's, such as undefined, stays as it is written there.
  return text.includes(' ') ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** `1 value`, `2 values`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A module, or a table of many functions, is known by some of its keys. */
function shortened(kind: string): string {
  const [, keys] = /^an object with the keys (.*)$/.exec(kind) ?? [];
  const names = keys?.split(', ') ?? [];
  if (names.length <= mostKeys) return kind;
  return `an object with ${names.length} keys (${names.slice(0, mostKeys).join(', ')}, …)`;
}

const mostKeys = 8;

export function withArticle(noun: string): string {
  if (/^(?:an?|one) /.test(noun)) return noun;
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}
