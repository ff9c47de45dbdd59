/**
 * What is compared when a quote is looked for: characters without white space and without those that no reader sees, quotes and
 * dashes in their plain form. Each kept character stays one UTF-16 unit, so that `keptAt` can find its way back.
 */
const DROPPED = '\\s\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const DROP = new RegExp(`[${DROPPED}]+|\\udb40[\\udc00-\\udc7f]`, 'g');
const KEPT = new RegExp(`[^${DROPPED}]`);
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

export function foldText(text: string): string {
  return plain(text.replace(DROP, ''));
}

/** The same characters with white space between words: one space for each run. */
export function foldSpaced(text: string): string {
  return plain(text.replace(INVISIBLE, '').replace(/\s+/g, ' '));
}

/** Offset in `text` of the character that stands at `index` of `foldText(text)`; the length of `text` when there is none. */
export function keptAt(text: string, index: number): number {
  let left = index;
  for (let at = 0; at < text.length; at += 1) {
    if (!KEPT.test(text[at]!)) continue;
    if (text[at] === '\udb40' && /[\udc00-\udc7f]/.test(text[at + 1] ?? '')) {
      at += 1;
      continue;
    }
    if (left === 0) return at;
    left -= 1;
  }
  return text.length;
}

function plain(text: string): string {
  if (!/[\u2010-\u2015\u2018-\u201f\u2032\u2033\u2212]/.test(text)) return text;
  return text
    .replace(/[\u2018-\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}
