import type { Passage } from '../../types/answer.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import type { QuoteRange } from '../find-quote.ts';
import { plainText } from './plain-text.ts';
import { readPassage } from './read-passage.ts';

/**
 * Where a statement stands in a passage word for word: as one sentence, row or line, or as several that follow each other. What is cut
 * from a sentence is not found.
 */
export function findVerbatim(text: string, passage: Passage): QuoteRange | undefined {
  const { places, plain, byText } = readPassage(passage);
  const whole = byText.get(plainText(text));
  if (whole !== undefined) return rangeOf(places[whole]!, places[whole]!);
  const pieces = splitSentences(text).map(({ start, end }) => plainText(text.slice(start, end)));
  const first = byText.get(pieces[0] ?? '');
  if (first === undefined) return undefined;
  const isSame = pieces.every((piece, at) => plain[first + at] === piece);
  return isSame ? rangeOf(places[first]!, places[first + pieces.length - 1]!) : undefined;
}

function rangeOf(first: QuoteRange, last: QuoteRange): QuoteRange {
  return { start: first.start, end: last.end };
}
