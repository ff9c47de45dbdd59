import { ASKS_WHAT } from './asks-what.ts';
import type { Carried } from './carried-over.ts';
import type { Phrase } from './topic-phrases.ts';

const COMPARES = /\b(?:differ|differs|difference|differences|different|compare|compared|better|best)\b/iu;

const textOf = (phrases: readonly Phrase[], separator: string): string =>
  phrases.map(({ text }) => text).join(separator);

/** The question with what it takes over; `question` itself when that is nothing. */
export function completeText(question: string, { phrases, instead }: Carried): string {
  const [, opening, ending = ''] = ASKS_WHAT.exec(question) ?? [];
  if (opening !== undefined && phrases.length === 1) return `${opening} ${phrases[0]!.text}${ending}?`;
  const named =
    instead === undefined
      ? question
      : `${question.slice(0, instead.start)}${textOf(instead.phrases, ' ')}${question.slice(instead.end)}`;
  if (phrases.length === 0) return named;
  return `${named} (${textOf(phrases, phrases.length === 2 && COMPARES.test(question) ? ' and ' : ', ')})`;
}
