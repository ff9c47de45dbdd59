import { isParticle, isVerbNoun } from '../text/particle-verbs.ts';
import { tokenizeSpans, type TokenSpan } from '../text/tokenize.ts';

/** Phrases whose words mean something else elsewhere: the box, the scratch. */
const IDIOMS =
  /\b(?:out of the box|in front of|step.by.step|from scratch)\b|(?<![-\w])(?:exactly|actually|really|basically)(?![-\w])/giu;

/** Pairs of characters of grammar: of hiragana, and of the commonest words and endings of Chinese and Korean. */
const GRAMMAR =
  /^[\u3041-\u309f]{1,2}$|[的了吗嗎呢么麼什怎是我你您它这這那哪吧啊们們]|^(?:如何|为何|為何|可以|多少|几个|需要|应该|一个|没有|沒有|不能|能否)$|^(?:어떻|떻게|게하|무엇|하나|나요|인가|가요|습니|니까|니다|합니|하는|하려|려면|해야|하면|으로|에서|까지|부터|는지|있나|있는|되나|되는|되지|하고|하기|이란|는데|에는|려고|지만|하지|않는|않고|어디|언제|하게)$/u;

/**
 * Tokens of a question: those of any text, without the nouns of verbs whose particle is a preposition here, as in "logged in production", and
 * without idioms, unless it has nothing else.
 */
export function questionTokens(text: string): readonly string[] {
  const plain = text.replace(IDIOMS, (idiom) => ' '.repeat(idiom.length));
  const tokens = tokenizeSpans(plain).flatMap((span) =>
    isMeant(plain, span) && !GRAMMAR.test(span.token) ? [span.token] : [],
  );
  return tokens.length > 0 ? tokens : tokenizeSpans(text).map(({ token }) => token);
}

/** False for the noun of a verb whose particle is a preposition here. */
export function isMeant(text: string, { token, start, end }: TokenSpan): boolean {
  if (!isVerbNoun(token)) return true;
  const [verb = '', particle] = text.slice(start, end).toLowerCase().split(' ');
  const [, next = ''] = /^ ([\p{L}\p{N}_]+)/u.exec(text.slice(end, end + 20)) ?? [];
  return particle === undefined || isParticle(verb, particle, next.toLowerCase());
}
