import { NO_LABEL } from './label-syntax.ts';

/** Of an answer; a higher number is none of its footnotes, nor can it pass for one. */
const MOST_FOOTNOTES = 20;
const STOP = /[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4]/u;
const PLACED = /^\s*(?:$|[.,!?\u2026\u3002\uff0c\uff01\uff1f\u061f\u06d4)[\u3010\uff3b])/u;
const GLUED = /[\p{L}\p{N}_)\]]$/u;
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]$/u;
const GOES_ON = /^(?:[\p{L}\p{N}_([=]|\.[\p{L}\p{N}_])/u;

/**
 * What becomes of a number in brackets that a model wrote, `before` and `after` which text stands. `undefined`: it is text, such as
 * `f[3].x`, `[404]` or "from [1, 5] on". Else it is taken out, and gives these labels: none where it can only have been meant as a
 * footnote, and where it may be what the pages say, one that keeps the statement from being shown.
 */
export function readFootnote(footnote: string, before: string, after: string): readonly string[] | undefined {
  if (/[\u2020^]/u.test(footnote)) return [];
  const numbers = (footnote.match(/\d+/gu) ?? []).map(Number);
  if (numbers.some((number) => number > MOST_FOOTNOTES)) return undefined;
  const isPlaced = PLACED.test(after) || STOP.test(before.trimEnd().at(-1) ?? '');
  const isGlued = GLUED.test(before) && !CJK.test(before);
  if (numbers.length > 1) return isPlaced && !isGlued ? [NO_LABEL] : undefined;
  if (isGlued && GOES_ON.test(after)) return undefined;
  return isPlaced && !isGlued ? [] : [NO_LABEL];
}
