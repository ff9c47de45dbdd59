import { foldSigns } from './find-quote.ts';

const ASCII = /^[\u0020-\u007e]*$/u;
/** Marks of emphasis, of code and between cells. */
const MARKS = /[`*~|]/gu;

/**
 * Text for comparison: lower case, without marks, with white space, quotation marks and dashes as `findQuote` folds them, and without a full
 * stop at the end, which items of lists often lack and models add.
 */
export function plainText(text: string): string {
  const spaced = text.replace(MARKS, '').replace(/\s+/gu, ' ').trim();
  const folded = ASCII.test(spaced) ? spaced : foldSigns(spaced).normalize('NFC').trim();
  return folded.toLowerCase().replace(/(?<=[\p{L}\p{N})\]"'])\.$/u, '');
}
