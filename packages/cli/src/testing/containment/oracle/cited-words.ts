import type { Chunk, Citation, Statement } from '@ibid/core';
import { isGrammar, isSameWord, plainWords } from './plain-words.ts';
import type { Violation } from './observation.ts';

/** What turns a sentence. */
const NEGATORS = new Set(
  "not no never none neither nor nothing nobody nowhere without cannot isn't aren't wasn't weren't don't doesn't didn't won't can't couldn't shouldn't mustn't wouldn't hasn't haven't".split(
    ' ',
  ),
);
/** What binds a sentence to a condition; what it binds may not be shown alone. */
const BINDERS = new Set('unless only except if until avoid instead'.split(' '));

export interface Cited {
  readonly citation: Citation;
  readonly chunk: Chunk;
}

/**
 * Whether a sentence is carried by what it cites, judged by plain means that have nothing in common with the gate's: each word but grammar
 * and each number stands in the quotes or the headings above them; where the words are the page's own, nothing that turns or binds
 * them was cut off; where they are not, they are denied where the quotes deny them, and nowhere else.
 */
export function wordFaults(statement: Pick<Statement, 'text'>, cited: readonly Cited[]): readonly Violation[] {
  const { text } = statement;
  const quotes = cited.map(({ citation }) => citation.quote).join('\n');
  const source = cited.find(({ citation }) => isWithin(folded(text), folded(citation.quote)));
  if (source === undefined) return [...strangeWords(text, quotes, cited), ...negations(text, quotes)];
  return cutOff(text, source.chunk.text);
}

const folded = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replaceAll(/[\u2018\u2019\u201a\u2032]/gu, "'")
    .replaceAll(/[\u201c\u201d\u201e\u2033]/gu, '"')
    .replaceAll(/[\u2010-\u2014\u2212]/gu, '-')
    .replaceAll('\u2026', '...')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** The header rows of its tables, by which its rows are read. */
function columnsOf({ text, spans }: Chunk): readonly string[] {
  return spans.filter(({ kind }) => kind === 'header').map(({ start, end }) => text.slice(start, end));
}

function strangeWords(text: string, quotes: string, cited: readonly Cited[]): Violation[] {
  const names = cited
    .flatMap(({ chunk }) => [chunk.title, chunk.heading, ...chunk.headings, chunk.lead, ...columnsOf(chunk)])
    .join('\n');
  const known = [...plainWords(quotes), ...plainWords(names)];
  const strange = plainWords(text).filter((word) => {
    return !isGrammar(word) && !NEGATORS.has(word) && !known.some((other) => isSameWord(word, other));
  });
  return strange.length === 0 ? [] : [{ kind: 'unproved', detail: `${strange.join(', ')}: ${text}` }];
}

const isContent = (word: string): boolean => !isGrammar(word) && !NEGATORS.has(word);

/** A negation that the quotes do not have at that place, or none of a word that the quotes deny. */
function negations(text: string, quotes: string): readonly Violation[] {
  const said = negated(plainWords(text));
  const quoted = negated(plainWords(quotes));
  const own = said.find(
    ({ next, last, isDouble }) =>
      !quoted.some(
        (other) =>
          (next === '' ? isSameWord(last, other.last) : isSameWord(next, other.next)) && other.isDouble === isDouble,
      ),
  );
  if (own !== undefined) return [{ kind: 'turned', detail: `${own.negator} ${own.next} is added: ${text}` }];
  if (said.length > 0) return [];
  const words = plainWords(text).filter(isContent);
  const denied = quoted
    .flatMap(({ next, second }) => [next, second])
    .filter((word) => words.some((other) => isSameWord(word, other)));
  return denied.length === 0 ? [] : [{ kind: 'turned', detail: `${denied.join(', ')} is denied: ${text}` }];
}

interface Negated {
  readonly negator: string;
  /** Content words around it; `''` where there is none. */
  readonly last: string;
  readonly next: string;
  readonly second: string;
  /** Another one stands right behind it. */
  readonly isDouble: boolean;
}

function negated(words: readonly string[]): readonly Negated[] {
  return words.flatMap((negator, at) => {
    if (!NEGATORS.has(negator)) return [];
    const [next = '', second = ''] = words.slice(at + 1).filter(isContent);
    const last = words.slice(0, at).findLast(isContent) ?? '';
    return [{ negator, last, next, second, isDouble: NEGATORS.has(words[at + 1] ?? '') }];
  });
}

/** Nothing of their sentence was left out that turns or binds the page's own words. */
function cutOff(text: string, whole: string): readonly Violation[] {
  const wanted = folded(text);
  const line = whole
    .split(/\n+/u)
    .map(folded)
    .find((one) => one.includes(wanted));
  // What runs over lines is a list, a table or code.
  if (line === undefined) return [];
  const at = line.indexOf(wanted);
  const ahead = line.slice(0, at);
  const rest = line.slice(at + wanted.length);
  const before = ahead.slice((/.*[.!?:|\u2026]["'`)\]]*(?=\s)/u.exec(ahead)?.[0] ?? '').length);
  const behind = /[.!?:|\u2026]["'`)\]]*$/u.test(wanted) ? '' : (/^[^.!?|]*/u.exec(rest)?.[0] ?? '');
  const lost = [...plainWords(before), ...plainWords(behind)].filter((word) => NEGATORS.has(word) || BINDERS.has(word));
  return lost.length === 0 ? [] : [{ kind: 'turned', detail: `without ${lost.join(', ')}: ${text}` }];
}

const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character) && !UNSPACED.test(character);

/** As whole words. */
function isWithin(text: string, whole: string): boolean {
  const at = whole.indexOf(text);
  if (at < 0) return false;
  const begins = isWord(text.charAt(0)) && isWord(whole.charAt(at - 1));
  const ends = isWord(text.charAt(text.length - 1)) && isWord(whole.charAt(at + text.length));
  return !begins && !ends;
}
