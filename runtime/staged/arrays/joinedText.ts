import { add } from '../operators/arithmetic.js';
import { isChosenText } from '../operators/chosenText.js';
import { native } from './native.js';

/** `elements.join(separator)`, of which tensors may choose the texts. */
export function joinedText(elements: readonly unknown[], separator: unknown): unknown {
  if (![...elements, separator].some(isChosenText)) return native(elements, 'join', separator);
  return Array.from(elements, (element) => element ?? '').reduce<unknown>(
    (text, element, index) => add(index === 0 ? '' : add(text, separator, null), element, null),
    '',
  );
}
