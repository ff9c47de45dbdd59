/** What a code point is to the tokenizer. `unspaced`: scripts written without spaces between words, cut into pairs. */
export const SEPARATOR = 1;
export const WORD = 2;
export const UNSPACED = 3;

const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/** Class by UTF-16 unit, filled on first use; 0 = not known yet. */
const classes = new Uint8Array(0x10000);

/** `codePoint` may be a lone surrogate, which separates. The underscore is a word character. */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = classes[codePoint]!;
  if (known !== 0) return known;
  return (classes[codePoint] = classify(codePoint));
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (!WORD_CHARACTER.test(character)) return SEPARATOR;
  const unspaced = codePoint > 0x7f && UNSPACED_SCRIPT.test(character) && !/\p{N}/u.test(character);
  return unspaced ? UNSPACED : WORD;
}
