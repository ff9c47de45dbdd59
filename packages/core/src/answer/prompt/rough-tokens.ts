/**
 * About how many tokens a text has, without the vocabulary of an encoding: prose has no more, data without words may have twice as
 * many.
 */
export function roughTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) ascii += 1;
    else others += 1;
  }
  return Math.ceil(ascii / 3 + others);
}
