import { REASONS } from '../reasons.ts';

const FENCED = /```[^]*?(?:```|$)/gu;
const LINK_TARGET = /\]\([^()\s]*\)/gu;
const ADDRESS = /\bhttps?:\/\/\S+/giu;
const FOOTNOTE = /\[\d{1,3}\]/gu;
const STARS = /\*{1,3}(?=\S)|(?<=\S)\*{1,3}/gu;

/**
 * The words of an answer that can be spoken of, line by line: without code blocks, addresses, footnote numbers and stars. `''` for
 * an answer that only says that there is none.
 */
export function plainAnswer(answer: string): string {
  if (Object.values(REASONS).some((reason) => reason !== '' && answer.startsWith(reason))) return '';
  return answer
    .replaceAll(FENCED, '\n')
    .replaceAll(LINK_TARGET, ']')
    .replaceAll(ADDRESS, ' ')
    .replaceAll(FOOTNOTE, '')
    .replaceAll(STARS, '');
}
