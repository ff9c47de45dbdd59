/**
 * How labels may be written. Ours are `[p1]`, `[p1][p2]`, `[p1, p2]`, `[p1-p3]`, `[P1]`, `【p1】`, `([p1])`, `[^p1]` and
 * `[source: p1]`. `(p1)` is one only where a label stands: beside a full stop, or last in its block; elsewhere it may name a thing.
 *
 * Numbers in brackets, `[1]`, are footnotes of the answer alone, so a model's own are taken out of prose; see `readFootnote`. Zero is
 * no footnote: `[0]` and `[0, 1]` are text.
 */

/**
 * A label that no run gives. Text carries it where words were taken out that may have mattered, or where something stands that may not be
 * shown, such as an image: nobody can prove such a statement, so it is withheld.
 */
export const NO_LABEL = '?';

const ONE = String.raw`\^?p\d{1,24}(?:\s?[-\u2013\u2014]\s?p?\d{1,6})?`;
const LIST = String.raw`(?:(?:sources?|labels?|passages?|see)[:\s]\s{0,2})?${ONE}(?:[\s,;/&+\uff0c\uff1b\u3001]{1,4}(?:and\s)?${ONE}){0,11}`;
const SQUARE = String.raw`[[\u3010\uff3b]{1,3}\s{0,3}${LIST}\s{0,3}[\]\u3011\uff3d]{1,3}`;
const GROUP = String.raw`${SQUARE}(?:[\s,;]{0,4}(?:and\s)?${SQUARE}){0,40}`;
const FOOTNOTE = String.raw`[[\u3010\uff3b]\s?(?:\^[\w-]{1,30}|[1-9]\d{0,2}(?:\s?[-\u2013,;]\s?[1-9]\d{0,2}){0,20}(?:\u2020[^\]\u3011\uff3d]{0,60})?)\s?[\]\u3011\uff3d]`;

/** Groups: 1 = labels in square brackets, 2 = labels in round ones, 3 = a number that only we may write. */
export const REFERENCES: RegExp = new RegExp(
  String.raw`\(\s?(${GROUP})\s?\)|(${GROUP})|(\(\s{0,3}${LIST}\s{0,3}\))|(${FOOTNOTE})`,
  'giu',
);

/** Nothing but labels in square brackets, or in round ones. */
export const LABELS_ALONE: RegExp = new RegExp(
  String.raw`^\s*(?:\(\s?${GROUP}\s?\)|${GROUP}|\(${LIST}\))[\s.]*$`,
  'iu',
);
/** What may become `LABELS_ALONE`: brackets, and between them nothing but what joins labels. */
export const MAYBE_LABELS: RegExp =
  /^[\s\\]*(?:[([\u3010\uff3b][^()[\]\u3010\u3011\uff3b\uff3d]{0,400}(?:[)\]\u3011\uff3d][\s,;.\\)\]\u3011\uff3d]*(?:(?:a|an|and)\s*)?)?)*$/iu;
/** Any label that stands as such. */
export const ANY_LABEL: RegExp = new RegExp(SQUARE, 'giu');
/** A label that never ends. */
export const OPEN_LABEL: RegExp = /[[\u3010\uff3b]\s?\^?p\d{1,24}/giu;
/** A label that the end has cut off. */
export const UNFINISHED_LABEL: RegExp =
  /\s*(?:[[\u3010\uff3b]\s?\^?(?:p\d*[\s,;p\d]*|\d+[\s,;\d]*)?|\(p\d+[\s,;p\d]*)$/iu;

const MOST_IN_RANGE = 20;

/** The labels that a reference names, as they are given out: `p1`. A range of more than 20 names its ends. */
export function labelsIn(reference: string): readonly string[] {
  const labels: string[] = [];
  for (const [, from = '', to] of reference.matchAll(/p0*(\d{1,24})(?:\s?[-\u2013\u2014]\s?p?0*(\d{1,6}))?/giu)) {
    labels.push(`p${from}`);
    if (to === undefined) continue;
    const first = Number(from);
    const last = Number(to);
    const next = last - first < MOST_IN_RANGE ? first + 1 : last;
    for (let number = next; number <= last; number += 1) labels.push(`p${number}`);
  }
  return labels;
}
