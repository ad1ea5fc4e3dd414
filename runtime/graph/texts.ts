/** The text with each of its holes replaced by the text that belongs there. */
export function filledText(
  text: string,
  holes: readonly string[],
  texts: readonly string[],
): string {
  return holes.reduce((filled, hole, index) => filled.replaceAll(hole, () => texts[index]!), text);
}
