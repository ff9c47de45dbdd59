/**
 * Splits text into words with the properties that the support check needs. A capital marks a name only inside a sentence; special
 * characters inside a word mark an identifier. Plain words with hyphens or slashes are split, and the joined word is kept as an alias.
 */
import { foldText } from '../text/fold-text.ts';
import { STOP_WORDS } from '../text/word-tokens.ts';
import { tokenize } from '../text/tokenize.ts';
import { baseForm } from './vocabulary.ts';

/**
 * How the check treats a word.
 * - `number`: compared by value and unit.
 * - `code`: an identifier, compared letter by letter.
 * - `name`: has a capital although it does not start a sentence.
 * - `plain`: compared by its base form.
 * - `small`: a stop word, or the unit after a number.
 * - `negator`: negates what follows.
 */
export type WordKind = 'plain' | 'name' | 'number' | 'code' | 'small' | 'negator';

export interface Word {
  readonly kind: WordKind;
  /** As in the text, folded. */
  readonly text: string;
  readonly lower: string;
  /** Equal for words that count as the same. */
  readonly key: string;
  /** Other keys that also match the word. */
  readonly aliases: readonly string[];
  /** Unit of a number, in one spelling; `''` for none. */
  readonly unit: string;
  /** Number of the clause. Goes up at full stops, commas, brackets and dashes. */
  readonly clause: number;
  /** True for the first word of a sentence, where a capital does not mark a name. */
  readonly opens: boolean;
  /** True for the first word after a colon: the words before the colon apply to everything that follows. */
  readonly listed: boolean;
}

const NEGATORS = new Set(
  'no not never none nor neither nothing nobody nowhere without cannot hardly barely unless except unlike'.split(' '),
);
/** Words without meaning that the search does not treat as stop words. */
const SMALL = new Set(
  `whose among amongst onto upon toward towards whether although though since however therefore thus hence despite per via yet
every ones might within throughout across along themselves us let lets`.split(/\s+/u),
);
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Longer runs are data; only this many characters of them are compared. */
const LONGEST = 200;
const ATOM =
  /[cC]\+\+|[^\s()[\]{}<>"\u201c\u201d\u201e\u00ab\u00bb=|;!?\u2026\u2022\u2014\u2013`*,&+\\]+|[\n()[\]{}"\u201c\u201d|;!?\u2026\u2022\u2014\u2013,]/gu;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/gu;
const SPACED_SIGN = /(?<=\d)\s(?=[%\u00b0])/gu;
const EDGE = /^['\u2018\u2019:]+|['\u2018\u2019.:/-]+$/gu;
const CONTRACTED = /^(\p{L}+?)(n['\u2019]t|['\u2019](?:s|re|ve|ll|d|m))$/iu;
const NEGATED_STEMS: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const ABBREVIATION = /^(?:\p{L}\.)+\p{L}$/u;
const MONEY = /^([$\u20ac\u00a3])(\p{N}.*)$/u;
const RANGE = /^(\p{N}+(?:\.\p{N}+)?)[-/](\p{N}+(?:\.\p{N}+)?\p{L}*)$/u;
const DATE = /^#(\d{4})-(\d\d)-(\d\d)/u;
const CODE =
  /^--?\p{L}|^[.@~$/#][\p{L}\p{N}_]|[_$@~]|\p{L}\p{N}|\p{N}\p{L}|^\p{Ll}+\p{Lu}|::|[.:][\p{L}\p{N}]|\/.*\/|#/u;
const CALL = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;
const WORD_SIGN = /[\p{L}\p{N}]/u;
const SIGN_OF_WORD = /[\p{L}\p{N}%$\u20ac\u00a3\u00b0]/u;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;
const NONE: readonly string[] = [];

/** Returns the words of a text in order, in linear time. */
export function readWords(source: string): Word[] {
  const text = foldText(source, false).text.replace(THOUSANDS, '').replace(SPACED_SIGN, '');
  const words: Word[] = [];
  let clause = 0;
  let opens = true;
  let listed = false;
  const add: Add = (kind, raw, key, unit = '', aliases = NONE) => {
    words.push({ kind, text: raw, lower: raw.toLowerCase(), key, aliases, unit, clause, opens, listed });
    opens = false;
    listed = false;
  };
  for (const { 0: atom, index } of text.matchAll(ATOM)) {
    if (atom.length === 1 && !SIGN_OF_WORD.test(atom)) {
      if (text.startsWith('()', atom === ')' ? index - 1 : index)) continue;
      clause += 1;
      if ('!?\u2026\n\u2022|'.includes(atom)) opens = true;
      continue;
    }
    const word = atom.slice(0, LONGEST).replace(EDGE, '');
    if (CALL.test(word) && text.startsWith('()', index + atom.length))
      add('code', word, word, '', [baseForm(word.toLowerCase())]);
    else if (word !== '') addAtom(word, add, opens);
    if (atom.endsWith('.') || atom.endsWith(':')) {
      clause += 1;
      opens = atom.endsWith('.') && !ABBREVIATION.test(word);
      listed = atom.endsWith(':');
    }
  }
  return withUnits(words);
}

type Add = (kind: WordKind, raw: string, key: string, unit?: string, aliases?: readonly string[]) => void;

function addAtom(atom: string, add: Add, opens: boolean): void {
  if (UNSPACED.test(atom)) {
    for (const token of tokenize(atom)) add('plain', token, token);
    return;
  }
  const contracted = CONTRACTED.exec(atom);
  if (contracted !== null) {
    addWord(NEGATED_STEMS[contracted[1]!.toLowerCase()] ?? contracted[1]!, add, opens);
    if (contracted[2]!.toLowerCase().startsWith('n')) add('negator', 'not', 'not');
    return;
  }
  if (ABBREVIATION.test(atom)) return addWord(atom.replaceAll('.', ''), add, opens);
  const money = MONEY.exec(atom);
  const sum = money === null ? undefined : readNumber(money[2]!.toLowerCase());
  if (sum !== undefined) return add('number', atom, `#${sum.value}`, readUnit(money![1]!));
  const range = RANGE.exec(atom);
  if (range !== null) {
    for (const part of range.slice(1)) addWord(part, add, opens);
    return;
  }
  if (!/[-/\u2019']/u.test(atom) || CODE.test(atom) || readNumber(atom.toLowerCase()) !== undefined) {
    return addWord(atom, add, opens);
  }
  const joined = [baseForm(atom.toLowerCase().replace(/[-/\u2019']+/gu, ''))];
  for (const part of atom.split(/[-/\u2019']+/u)) {
    if (NEGATORS.has(part.toLowerCase())) add('plain', part, part.toLowerCase(), '', joined);
    else addWord(part, add, opens, joined);
    opens = false;
  }
}

function addWord(raw: string, add: Add, opens: boolean, aliases: readonly string[] = NONE): void {
  if (!WORD_SIGN.test(raw)) return;
  const lower = raw.toLowerCase();
  const number = readNumber(lower);
  if (number !== undefined) {
    const key = `#${number.value}`;
    return add('number', raw, key, number.unit, partsOfDate(key));
  }
  if (lower === 'cannot') {
    add('small', 'can', 'can');
    return add('negator', 'not', 'not');
  }
  if (NEGATORS.has(lower)) return add('negator', raw, lower);
  if (CODE.test(raw)) return add('code', raw, raw, '', [baseForm(lower)]);
  const letters = raw.length > 1 && raw === raw.toUpperCase();
  if ((SMALL.has(lower) || STOP_WORDS.has(lower)) && !letters) return add('small', raw, lower);
  const capital = /^\p{Lu}/u.test(raw);
  const inner = !letters && /.\p{Lu}/u.test(raw);
  const named = (letters && capital) || inner || (capital && !opens);
  add(named ? 'name' : 'plain', raw, baseForm(lower), '', aliases);
}

/** Year, month and day of `#2024-05-01`, as written in prose. */
function partsOfDate(key: string): readonly string[] {
  const [, year, month, day] = DATE.exec(key) ?? [];
  if (day === undefined) return NONE;
  return [`#${year}`, baseForm(MONTHS[Number(month) - 1] ?? ''), `#${Number(day)}`];
}

/** Moves the unit directly after a number into that number and makes the unit's word `small`. `one hour` and `within an hour` also become numbers. */
function withUnits(words: readonly Word[]): Word[] {
  const isUnitAt = (index: number, clause: number): boolean =>
    words[index]?.clause === clause && readUnit(words[index].lower) !== '';
  return words.map((word, index) => {
    const before = words[index - 1];
    if (
      before !== undefined &&
      isCount(before, words[index - 2]) &&
      before.unit === '' &&
      isUnitAt(index, before.clause)
    ) {
      return { ...word, kind: 'small' };
    }
    if (!isCount(word, before) || word.unit !== '' || !isUnitAt(index + 1, word.clause)) return word;
    const key = word.kind === 'number' ? word.key : '#1';
    return { ...word, kind: 'number', key, unit: readUnit(words[index + 1]!.lower) };
  });
}

/** True for a number, and for "one" or "a" where a following unit makes it a number. */
function isCount(word: Word, before: Word | undefined): boolean {
  if (word.kind === 'number') return true;
  if (word.lower === 'one') return true;
  return /^an?$/u.test(word.lower) && /^(?:within|after|for|in|least|most|than|every)$/u.test(before?.lower ?? '');
}

/** A number as the check compares it. */
interface NumberReading {
  /** Digits in canonical form; versions and dates keep their dots and dashes. */
  readonly value: string;
  /** In one spelling; `''` for none. */
  readonly unit: string;
}

const UNITS: ReadonlyMap<string, string> = new Map(
  `s sec secs second seconds|ms msec millisecond milliseconds|us µs μs microsecond microseconds|ns nanosecond nanoseconds|min mins minute minutes|h hr hrs hour hours
day days|week weeks|month months|year years|decade decades|century centuries|% percent percentage pct
b byte bytes|kb kilobyte kilobytes|mb megabyte megabytes|gb gigabyte gigabytes|tb terabyte terabytes|kib kibibyte kibibytes|mib mebibyte mebibytes|gib gibibyte gibibytes|tib
bit bits|kbps|mbps|gbps|hz hertz|khz kilohertz|mhz megahertz|ghz gigahertz|rpm|fps|px pixel pixels|rem|em|pt|dpi
mm millimetre millimetres millimeter millimeters|cm centimetre centimetres centimeter centimeters|m metre metres meter meters|km kilometre kilometres kilometer kilometers|inch inches|ft foot feet|mile miles mi|yd yard yards
mg milligram milligrams|g gram grams|kg kilogram kilograms kilo kilos|lb lbs pound pounds|ton tons tonne tonnes|ml|l litre litres liter liters
v volt volts|mv|kv|a amp amps ampere amperes|ma|w watt watts|kw kilowatt kilowatts|mw|n newton newtons|nm|pa|kpa|mpa|bar|° deg degree degrees|°c celsius|°f fahrenheit
$ dollar dollars usd|€ euro euros eur|£ gbp|k thousand|million|billion|trillion|x times`
    .split(/[|\n]/u)
    .flatMap((group) => {
      const names = group.trim().split(' ');
      return names.map((name): [string, string] => [name, names[0]!]);
    }),
);

const SPELLED: ReadonlyMap<string, string> = new Map(
  `zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`
    .split(' ')
    .map((word, index) => [word, String(index === 0 ? 0 : index + 1)]),
);
const TENS: ReadonlyMap<string, string> = new Map(
  'thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, index) => [word, String(index * 10 + 30)]),
);

const ORDINALS: ReadonlyMap<string, string> = new Map(
  'second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, `${index + 2}th`]),
);

const FIGURES = /^([-\u2212]?\d+(?:\.\d+)?)(%|°[cf]?|[a-zµμ]+)?$/u;
const VERSION = /^v?(\d+(?:[._-]\d+)+(?:-?(?:alpha|beta|rc|next|dev)[.\d]*)?|(?<=v)\d+)$/u;

/** Reads a lower-case word as a number, `undefined` if it is none. Ordinals count as numbers. Thousands separators must be removed before. */
function readNumber(word: string): NumberReading | undefined {
  const spelled = SPELLED.get(word) ?? TENS.get(word) ?? ORDINALS.get(word);
  if (spelled !== undefined) return { value: spelled, unit: '' };
  const version = VERSION.exec(word);
  if (version !== null && !/^-?\d+\.\d+$/u.test(word)) return { value: version[1]!, unit: '' };
  const figures = FIGURES.exec(word);
  if (figures === null) return undefined;
  const value = figures[1]!.replace('\u2212', '-');
  const unit = figures[2] ?? '';
  if (unit === '') return { value, unit };
  if (/^(?:st|nd|rd|th)$/u.test(unit)) return { value: `${value}th`, unit: '' };
  const known = UNITS.get(unit);
  return known === undefined ? undefined : { value, unit: known };
}

/** Returns the unit that a lower-case word names, `''` for none. */
function readUnit(word: string): string {
  return UNITS.get(word) ?? '';
}
