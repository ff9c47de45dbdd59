import { isParticle, isVerbNoun } from '../text/particle-verbs.ts';
import { tokenizeSpans, type TokenSpan } from '../text/tokenize.ts';

/** Tokens of a question: those of any text, without the nouns of verbs whose particle is a preposition here, as in "logged in production". */
export function questionTokens(text: string): readonly string[] {
  return tokenizeSpans(text).flatMap((span) => (isMeant(text, span) ? [span.token] : []));
}

/** False for the noun of a verb whose particle is a preposition here. */
export function isMeant(text: string, { token, start, end }: TokenSpan): boolean {
  if (!isVerbNoun(token)) return true;
  const [verb = '', particle] = text.slice(start, end).toLowerCase().split(' ');
  const [, next = ''] = /^ ([\p{L}\p{N}_]+)/u.exec(text.slice(end, end + 20)) ?? [];
  return particle === undefined || isParticle(verb, particle, next.toLowerCase());
}
