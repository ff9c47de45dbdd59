import { isParticle, isVerbNoun } from '../text/particle-verbs.ts';
import { tokenizeSpans, type TokenSpan } from '../text/tokenize.ts';

/** Phrases whose words mean something else elsewhere: the box, the scratch. */
const IDIOMS =
  /\b(?:out of the box|in front of|step.by.step|from scratch)\b|(?<![-\w])(?:exactly|actually|really|basically)(?![-\w])/giu;

/**
 * Tokens of a question: those of any text, without the nouns of verbs whose particle is a preposition here, as in "logged in production", and
 * without idioms, unless it has nothing else.
 */
export function questionTokens(text: string): readonly string[] {
  const plain = text.replace(IDIOMS, (idiom) => ' '.repeat(idiom.length));
  const tokens = tokenizeSpans(plain).flatMap((span) => (isMeant(plain, span) ? [span.token] : []));
  return tokens.length > 0 || plain === text ? tokens : tokenizeSpans(text).map(({ token }) => token);
}

/** False for the noun of a verb whose particle is a preposition here. */
export function isMeant(text: string, { token, start, end }: TokenSpan): boolean {
  if (!isVerbNoun(token)) return true;
  const [verb = '', particle] = text.slice(start, end).toLowerCase().split(' ');
  const [, next = ''] = /^ ([\p{L}\p{N}_]+)/u.exec(text.slice(end, end + 20)) ?? [];
  return particle === undefined || isParticle(verb, particle, next.toLowerCase());
}
