import type { Chunk, Citation, Statement } from '@ibid/core/types';
import type { Violation } from './oracle.ts';

/** Words that negate a sentence. */
const NEGATORS = new Set(
  "not no never none neither nor nothing nobody nowhere without cannot isn't aren't wasn't weren't don't doesn't didn't won't can't couldn't shouldn't mustn't wouldn't hasn't haven't".split(
    ' ',
  ),
);
/** Words that bind a sentence to a condition; such a sentence must not be shown without it. */
const BINDERS = new Set('unless only except if until avoid instead'.split(' '));

export interface Cited {
  readonly citation: Citation;
  readonly chunk: Chunk;
}

/** Grammatical words without content. Quantities, duties and negations are not among them. */
const GRAMMAR = new Set(
  `a an the this that these those it its itself they them their there here he she his her him we us our you your i me my
who whom whose which what when where why how and or nor but so as if then than though although because since while
of in on at by for from to with into onto over under between among through during about against upon within up down out off
is are was were be been being am do does did done has have had having will would can could may might shall should
also too very even still again ever such same other another some any each both one ones own let now hence example`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);

const SPELLED = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const IRREGULAR: readonly (readonly string[])[] =
  `write writes wrote written|run runs ran running|begin begins began begun|send sends sent|give gives gave given
take takes took taken|make makes made|hold holds held|keep keeps kept|find finds found|show shows showed shown|say says said|build builds built
child children|person people|man men|woman women|index indices indexes|vertex vertices|datum data|know knew known|go goes went gone|get gets got gotten
become becomes became|mean means meant|read reads|set sets setting|stop stops stopped|choose chose chosen|break broke broken|buy bought|pay paid|lose lost|only just
answer answers reply replies response responses`
    .split(/[|\n]/u)
    .map((group) => group.trim().split(' '));

const ENDINGS = 's es ed d ing ly er ers or ion ions ation ations ment ments al able'.split(' ');

const isGrammar = (word: string): boolean => GRAMMAR.has(word);

const isNumber = (word: string): boolean => /^\p{N}/u.test(word);

/**
 * Checks that a sentence is supported by its citations, with simple rules that share nothing with the gate's. Every content word and number
 * must be in the quotes or the headings above them. If the words are the page's own, no negation or condition may have been cut off;
 * otherwise, they must be negated exactly where the quotes negate them.
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

/** The header rows of its tables, which are needed to read the other rows. */
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

/** Reports a negation that the quotes lack at that place, or a missing negation that the quotes have. */
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
  /** Content words around it; `''` if there is none. */
  readonly last: string;
  readonly next: string;
  readonly second: string;
  /** True if another negator follows directly. */
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

/** Reports negations and conditions of the page's sentence that were left out of the quoted words. */
function cutOff(text: string, whole: string): readonly Violation[] {
  const wanted = folded(text);
  const line = whole
    .split(/\n+/u)
    .map(folded)
    .find((one) => one.includes(wanted));
  // Text over several lines is a list, a table or code.
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

/** True if `text` is in `whole` as whole words. */
function isWithin(text: string, whole: string): boolean {
  const at = whole.indexOf(text);
  if (at < 0) return false;
  const begins = isWord(text.charAt(0)) && isWord(whole.charAt(at - 1));
  const ends = isWord(text.charAt(text.length - 1)) && isWord(whole.charAt(at + text.length));
  return !begins && !ends;
}

/** Words and numbers of a text in order, in lower case; marks, addresses and code are split into words. */
function plainWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replaceAll('\u2019', "'");
  return (plain.match(/\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []).map((word) =>
    /^\p{N}/u.test(word) ? word.replaceAll(',', '') : word.replace(/'s$/u, ''),
  );
}

/** True if two words are forms of one: equal, an irregular pair, or different only in an English ending. */
function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  if (isNumber(left) || isNumber(right)) return SPELLED[Number(left)] === right || SPELLED[Number(right)] === left;
  if (IRREGULAR.some((group) => group.includes(left) && group.includes(right))) return true;
  const roots = rootsOf(left);
  return [...rootsOf(right)].some((root) => roots.has(root));
}

function rootsOf(word: string): ReadonlySet<string> {
  const roots = new Set([word]);
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const root = word.slice(0, -ending.length);
    roots.add(root).add(`${root}e`);
    if (/(.)\1$/u.test(root)) roots.add(root.slice(0, -1));
    if (root.endsWith('i')) roots.add(`${root.slice(0, -1)}y`);
  }
  return roots;
}
