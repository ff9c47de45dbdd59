import { splitSentences } from '../text/split-sentences.ts';
import { supportScore } from './support-score.ts';

/** Whether quoted text carries a statement: one of the quotes is the statement, or nothing in them refutes it and enough of it stands there. */
export function supports(statement: string, quotes: readonly string[]): boolean {
  const said = statement.trim();
  if (said === '') return false;
  if (quotes.some((quote) => quote.trim() === said)) return true;
  const sentences = quotes.flatMap((quote) => splitSentences(quote).map(({ start, end }) => quote.slice(start, end)));
  return supportScore(said, sentences).supported;
}
