import { dropInvisible } from '../parse/write-line.ts';
import type { Turn } from '../types/answer.ts';
import { plainAnswer } from '../follow-up/asides.ts';

/** Controls, fillers and further selectors: they show nothing, and can spell out words for a model alone. */
const UNSEEN: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x206a, 0x206f],
  [0x3164, 0x3164],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0080, 0xe0fff],
];
const hex = (code: number): string => `\\u{${code.toString(16)}}`;
const UNSEEN_PATTERN = new RegExp(`[${UNSEEN.map(([from, to]) => `${hex(from)}-${hex(to)}`).join('')}]`, 'gu');

/** `text` without the characters that no reader sees, each judged by itself; white space and single joiners stay. */
export function dropUnseen(text: string): string {
  return dropInvisible(text).replaceAll(UNSEEN_PATTERN, '');
}

/** Scripts and emoji need them one by one. */
const RUNS = [/[\u200c\u200d]{2,}/gu, /[\ufe00-\ufe0f]{2,}/gu];

/** `text` as data for a model: lines end with `\n`, what no reader sees is dropped, and of a run of joiners or of variation selectors the first stays. */
export function plainData(text: string): string {
  return RUNS.reduce(
    (plain, runs) => plain.replaceAll(runs, (run) => run[0]!),
    dropUnseen(text.replaceAll(/\r\n?/gu, '\n')),
  );
}

const plainValue = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? plainData(value).trim() : value;

/**
 * Data for a model as one line of JSON, keys in the order given. Every line break, quote and bracket of a value is inside a JSON
 * string, so no value can end its field, begin a line or stand where an instruction could.
 */
export function dataLine(fields: object): string {
  return JSON.stringify(fields, plainValue).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** What a model is shown of a passage. */
export interface SourceText {
  /** Title of the page. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** The text is what the reader marked, and nothing else of its page. */
  readonly selected?: boolean;
}

/** One source as a line of JSON. */
export function sourceLine(label: string, { title, heading, text, selected = false }: SourceText): string {
  return dataLine({ label, page: title, section: heading, ...(selected ? { selected } : {}), text });
}

/**
 * About how many tokens a text has, without the vocabulary of an encoding: prose has no more, data without words may have twice as
 * many.
 */
export function roughTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) ascii += 1;
    else others += 1;
  }
  return Math.ceil(ascii / 3 + others);
}

/** Of all that was said before, about. */
export const MOST_HISTORY_TOKENS = 1500;
/** Of one turn, in UTF-16 units; a topic stands in the first sentences. */
export const MOST_TURN_CHARACTERS = 1200;
const MOST_TURNS = 20;

/** Whole words and characters only. */
function cut(text: string): string {
  if (text.length <= MOST_TURN_CHARACTERS) return text;
  const start = text.slice(0, MOST_TURN_CHARACTERS);
  const words = start.replace(/\S*$/u, '').trimEnd();
  return words === '' ? start.replace(/[\ud800-\udbff]$/u, '') : words;
}

/** What a turn said of its topic: answers without code blocks, addresses and footnotes. */
const saidIn = ({ role, text }: Turn): string =>
  cut(plainData(role === 'assistant' ? plainAnswer(text.slice(0, 4 * MOST_TURN_CHARACTERS)) : text).trim());

/** The newest turns that fit together, as lines of JSON, oldest first; long ones are cut, turns that say nothing are left out. */
export function historyLines(history: readonly Turn[]): readonly string[] {
  const newestFirst: string[] = [];
  let left = MOST_HISTORY_TOKENS;
  for (const turn of history.slice(-MOST_TURNS).toReversed()) {
    const text = saidIn(turn);
    if (text === '') continue;
    const line = dataLine({ role: turn.role, text });
    left -= roughTokens(line);
    if (left < 0) break;
    newestFirst.push(line);
  }
  return newestFirst.toReversed();
}
