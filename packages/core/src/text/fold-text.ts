/**
 * Text in the form in which words are compared: NFKD, accents and other combining marks of the European, Hebrew and Arabic
 * scripts dropped, composed again (so that Hangul syllables and voiced kana stay whole). Marks of other scripts are letters'
 * parts and stay. In Arabic script the forms of alef, yeh, kaf and heh that differ between Arabic, Persian and Urdu become
 * one, tatweel is dropped and digits become ASCII. Case is left alone.
 */
export interface FoldedText {
  readonly text: string;
  /** Offset in the original for each UTF-16 unit of `text`, and its length at the end; `undefined` when nothing moved. */
  readonly offsets: readonly number[] | undefined;
}

/** Folds `text`; with `withOffsets` also says where each unit came from. */
export function foldText(text: string, withOffsets: boolean): FoldedText {
  if (!NON_ASCII.test(text)) return { text, offsets: undefined };
  if (!withOffsets) return { text: text.replace(NON_ASCII_RUN, foldRun), offsets: undefined };
  let folded = '';
  const offsets: number[] = [];
  let from = 0;
  for (const match of text.matchAll(NON_ASCII_RUN)) {
    for (let at = from; at < match.index; at += 1) offsets.push(at);
    const run = foldRun(match[0]);
    folded += text.slice(from, match.index) + run;
    appendOffsets(offsets, match[0], match.index, run);
    from = match.index + match[0].length;
  }
  for (let at = from; at <= text.length; at += 1) offsets.push(at);
  return { text: folded + text.slice(from), offsets };
}

const NON_ASCII = /[^\u0000-\u007f]/;
const NON_ASCII_RUN = /[^\u0000-\u007f]+/g;
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gsu;
/** Combining marks to drop, and characters that are invisible inside words. */
const DROPPED =
  /\u00ad|[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05bd]|[\u05bf-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u06d6-\u06dc]|[\u06df-\u06e8]|[\u06ea-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|\u200d|\u2060|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]|\ufeff/g;
const ARABIC = /[\u0649\u0660-\u0669\u0671\u06a9\u06c1\u06c3\u06cc\u06d2\u06d5\u06f0-\u06f9\u0629]/g;
const ARABIC_FORMS: Readonly<Record<string, string>> = {
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06d2': '\u064a',
  '\u06a9': '\u0643',
  '\u0629': '\u0647',
  '\u06c1': '\u0647',
  '\u06c3': '\u0647',
  '\u06d5': '\u0647',
};

function foldRun(run: string): string {
  return run.normalize('NFKD').replace(DROPPED, '').replace(ARABIC, foldArabic).normalize('NFC');
}

function foldArabic(character: string): string {
  return ARABIC_FORMS[character] ?? String(character.charCodeAt(0) & 0xf);
}

/** Clusters fold on their own almost always; a run for which they do not is mapped as one piece. */
function appendOffsets(offsets: number[], run: string, start: number, folded: string): void {
  const clusters = run.match(CLUSTER) ?? [];
  const pieces = clusters.map(foldRun);
  const whole = pieces.join('') === folded;
  let at = start;
  for (const [index, piece] of (whole ? pieces : [folded]).entries()) {
    for (let unit = 0; unit < piece.length; unit += 1) offsets.push(at);
    at += clusters[index]!.length;
  }
}
