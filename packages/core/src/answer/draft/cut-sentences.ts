import { endsWithAbbreviation } from '../../text/abbreviation.ts';
import { splitSentences, type SentenceRange } from '../../text/split-sentences.ts';
import type { LabelledText, LabelMark } from './take-labels.ts';

export interface LabelledSentence extends SentenceRange {
  readonly labels: readonly string[];
}

const STOPS = /[.!?\u2026\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965]/gu;
const CLOSED =
  /([.!?\u2026\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965]+)[)\]}"'\u201d\u2019\u00bb\u300d\u300f\uff09\u3011\u203a]{0,4}$/u;
const BLANK_LINE = /\n[^\S\n]*\n/gu;
/** A word that opens a sentence is looked at so far, behind marks that open. */
const LOOK_AHEAD = 24;
const FIRST_WORD = /^[\s"'\u201c\u2018\u00ab([{\u300c\u300e\uff08\u3010\u00bf\u00a1`*_]*/u;

/**
 * The sentences of a block, those whose end is certain while more may follow. Labels belong to the sentence that they stand in or
 * behind; in a block that begins with one, to the sentence that follows them. A label behind a full stop ends the sentence.
 */
export function cutSentences(block: LabelledText, final: boolean): readonly LabelledSentence[] {
  const { shadow, marks } = block;
  const end = block.settled;
  // A stop inside of code ends nothing.
  const words = maskStops(block.text, shadow).slice(0, end);
  const ranges: SentenceRange[] = [];
  let from = 0;
  for (const to of [...cutsIn(words, marks), words.length]) {
    for (const range of splitSentences(words.slice(from, to))) {
      ranges.push({ start: from + range.start, end: from + range.end });
    }
    from = to;
  }
  const leads = marks[0]?.at === 0 && marks[0].labels.length > 0;
  const sentences = ranges.map((range) => ({ ...range, labels: [] as string[] }));
  let place = 0;
  for (const { at, labels } of marks) {
    if (at > end) break;
    while (place + 1 < ranges.length && ranges[place + 1]!.start < at) place += 1;
    const isBetween = at === 0 || at >= (ranges[place]?.end ?? 0);
    const owner = leads && isBetween && at > 0 && place + 1 < ranges.length ? place + 1 : place;
    sentences[owner]?.labels.push(...labels);
  }
  return final ? sentences : sentences.slice(0, certain(words, ranges));
}

/** How many sentences are followed by a whole word of the next one. */
function certain(words: string, ranges: readonly SentenceRange[]): number {
  const last = ranges.findLastIndex(({ start }) => {
    const opening = FIRST_WORD.exec(words.slice(start))![0].length;
    const rest = words.slice(start + opening, start + opening + LOOK_AHEAD + 1);
    return rest.length > LOOK_AHEAD || /^\p{L}*[^\p{L}\ud800-\udbff]/u.test(rest);
  });
  return Math.max(0, last);
}

function maskStops(text: string, shadow: string): string {
  return text.replaceAll(STOPS, (stop: string, at: number) => (shadow[at] === stop ? stop : 'x'));
}

function cutsIn(words: string, marks: readonly LabelMark[]): readonly number[] {
  const cuts = [...words.matchAll(BLANK_LINE)].map(({ index }) => index);
  for (const { at } of marks) {
    const tail = words.slice(Math.max(0, at - 40), at);
    const closed = CLOSED.exec(tail);
    if (at === 0 || closed === null || !/\S/u.test(words.slice(at, at + 40))) continue;
    const stop = at - tail.length + closed.index;
    if (closed[1] === '.' && endsWithAbbreviation(words, Math.max(0, stop - 24), stop, undefined)) continue;
    cuts.push(at);
  }
  return [...new Set(cuts)].sort((a, b) => a - b);
}
