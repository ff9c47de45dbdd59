import { foldText } from '../../text/fold-text.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { tokenize } from '../../text/tokenize.ts';
import { baseForm } from './base-form.ts';
import { NEGATORS } from './lexicon.ts';
import { readNumber, readUnit } from './read-number.ts';

/**
 * What a word is to the check. `number`: compared by value and unit; `code`: an identifier, compared letter by letter;
 * `name`: has a capital that no sentence start explains; `plain`: compared by its base form; `small`: a stop word; `negator`:
 * turns what follows.
 */
export type WordKind = 'plain' | 'name' | 'number' | 'code' | 'small' | 'negator';

export interface Word {
  readonly kind: WordKind;
  /** As it stands in the text, folded. */
  readonly text: string;
  readonly lower: string;
  /** Equal for words that count as the same. */
  readonly key: string;
  /** For numbers: the unit beside it in one spelling, `''` for none. */
  readonly unit: string;
  /** Counts up at every sign that parts clauses: stops, commas, brackets, dashes. */
  readonly clause: number;
  /** First word of a sentence, where a capital says nothing. */
  readonly opens: boolean;
}

/** Longer runs are data; their first characters alone are compared. */
const LONGEST = 200;
const ATOM =
  /[cC]\+\+|[^\s()[\]{}<>"\u201c\u201d\u201e\u00ab\u00bb=|;!?\u2026\u2022\u2014\u2013`*,&+\\]+|[\n()[\]{}"\u201c\u201d|;!?\u2026\u2022\u2014\u2013,]/gu;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/gu;
const EDGE = /^['\u2018\u2019:]+|['\u2018\u2019.:/-]+$/gu;
const CONTRACTED = /^(\p{L}+?)(n['\u2019]t|['\u2019](?:s|re|ve|ll|d|m))$/iu;
const ABBREVIATION = /^(?:\p{L}\.)+\p{L}$/u;
const CODE =
  /^--?\p{L}|^[.@~$/#][\p{L}\p{N}_]|[_$@\\~]|\p{L}\p{N}|\p{N}\p{L}|^\p{Ll}+\p{Lu}|::|[.:][\p{L}\p{N}]|\/.*\/|#/u;
const STEMS_OF_NEGATED: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const WORD_SIGN = /[\p{L}\p{N}]/u;
const LETTERS = /^[\p{L}\p{M}]+$/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;

/** Words of a text in order; linear in its length. */
export function readWords(source: string): Word[] {
  const text = foldText(source, false).text.replace(THOUSANDS, '');
  const words: Word[] = [];
  let clause = 0;
  let opens = true;
  const add = (kind: WordKind, raw: string, key: string, unit = ''): void => {
    words.push({ kind, text: raw, lower: raw.toLowerCase(), key, unit, clause, opens });
    opens = false;
  };
  for (const [atom] of text.matchAll(ATOM)) {
    if (atom.length === 1 && !/[\p{L}\p{N}%$\u20ac\u00a3\u00b0]/u.test(atom)) {
      clause += 1;
      if ('!?\u2026\n\u2022|'.includes(atom)) opens = true;
      continue;
    }
    const word = atom.slice(0, LONGEST).replace(EDGE, '');
    if (word !== '') addAtom(word, add, words, opens);
    if (/[.:]$/u.test(atom)) {
      clause += 1;
      opens = atom.endsWith('.') && !ABBREVIATION.test(word);
    }
  }
  return withUnits(words);
}

type Add = (kind: WordKind, raw: string, key: string, unit?: string) => void;

function addAtom(atom: string, add: Add, words: readonly Word[], opens: boolean): void {
  const contracted = CONTRACTED.exec(atom);
  if (contracted !== null && !UNSPACED.test(atom)) {
    addWord(STEMS_OF_NEGATED[contracted[1]!.toLowerCase()] ?? contracted[1]!, add, opens);
    if (/^n/iu.test(contracted[2]!)) add('negator', 'not', 'not');
    return;
  }
  if (UNSPACED.test(atom)) {
    for (const token of tokenize(atom)) add('plain', token, token);
    return;
  }
  if (ABBREVIATION.test(atom)) return addWord(atom.replaceAll('.', ''), add, opens);
  const money = /^([$\u20ac\u00a3])(\p{N}.*)$/u.exec(atom);
  if (money !== null) {
    const number = readNumber(money[2]!.toLowerCase());
    if (number !== undefined) return add('number', atom, `#${number.value}`, readUnit(money[1]!));
  }
  const range = /^(\p{N}+(?:\.\p{N}+)?)[-/](\p{N}+(?:\.\p{N}+)?)$/u.exec(atom);
  if (range !== null) {
    for (const part of range.slice(1)) addWord(part, add, opens);
    return;
  }
  if (readNumber(atom.toLowerCase()) === undefined && !CODE.test(atom) && /[-/]/u.test(atom)) {
    for (const part of atom.split(/[-/'\u2019]+/u)) if (part !== '') addWord(part, add, opens && words.length === 0);
    return;
  }
  addWord(atom, add, opens);
}

function addWord(raw: string, add: Add, opens: boolean): void {
  if (!WORD_SIGN.test(raw)) return;
  const lower = raw.toLowerCase();
  const number = readNumber(lower);
  if (number !== undefined) return add('number', raw, `#${number.value}`, number.unit);
  if (lower === 'cannot') {
    add('small', 'can', 'can');
    return add('negator', 'not', 'not');
  }
  if (NEGATORS.has(lower)) return add('negator', raw, lower);
  if (CODE.test(raw)) return add('code', raw, raw);
  if (STOP_WORDS.has(lower) && !(raw.length > 1 && raw === raw.toUpperCase())) return add('small', raw, lower);
  const key = baseForm(lower);
  const capital = /^\p{Lu}/u.test(raw);
  const acronym = raw.length > 1 && LETTERS.test(raw) && raw === raw.toUpperCase() && capital;
  const inner = /^.+\p{Lu}/u.test(raw) && !acronym;
  add(acronym || inner || (capital && !opens) ? 'name' : 'plain', raw, key);
}

/** Gives numbers the unit that stands right behind them. */
function withUnits(words: readonly Word[]): Word[] {
  return words.map((word, index) => {
    if (word.kind !== 'number' || word.unit !== '') return word;
    const after = words[index + 1];
    if (after === undefined || after.clause !== word.clause) return word;
    return { ...word, unit: readUnit(after.lower) };
  });
}
