import type { Turn } from '../types/answer.ts';
import { plainAnswer } from '../follow-up/asides.ts';

/** Control characters and what Unicode says to show as nothing, but for joiners and the variation selectors of emoji: they can carry hidden text for a model. */
const UNSEEN =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\ufff9-\ufffb]|(?!\p{Join_Control}|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Removes invisible characters, each judged by itself; white space and single joiners stay. */
export function dropUnseen(text: string): string {
  return text.replaceAll(UNSEEN, '');
}

/** Joiners and variation selectors: scripts and emoji need single ones. */
const RUNS = [/[\u200c\u200d]{2,}/gu, /[\ufe00-\ufe0f]{2,}/gu];

/**
 * Prepares `text` as data for a model: line ends become `\n`, invisible characters are removed, and of a run of joiners or variation
 * selectors only the first stays.
 */
export function plainData(text: string): string {
  return RUNS.reduce(
    (plain, runs) => plain.replaceAll(runs, (run) => run[0]!),
    dropUnseen(text.replaceAll(/\r\n?/gu, '\n')),
  );
}

const plainValue = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? plainData(value).trim() : value;

/**
 * Formats data for a model as one line of JSON, with keys in the given order. Every line break, quote and bracket of a value is inside a
 * JSON string, so no value can end its field, begin a line or look like an instruction.
 */
export function dataLine(fields: object): string {
  return JSON.stringify(fields, plainValue).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Text of a passage as shown to a model. */
export interface SourceText {
  /** Title of the page. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** True if the text is only what the reader marked. */
  readonly selected?: boolean;
}

/** Formats one source as a line of JSON. */
export function sourceLine(label: string, { title, heading, text, selected = false }: SourceText): string {
  return dataLine({ label, page: title, section: heading, ...(selected ? { selected } : {}), text });
}

/** Estimates the number of tokens without an encoding's vocabulary. An upper bound for prose; data without words may have twice as many. */
export function roughTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) ascii += 1;
    else others += 1;
  }
  return Math.ceil(ascii / 3 + others);
}

/** Approximate limit for all earlier turns together. */
export const MOST_HISTORY_TOKENS = 1500;
/** Limit for one turn, in UTF-16 units; the first sentences contain the topic. */
export const MOST_TURN_CHARACTERS = 1200;
const MOST_TURNS = 20;

/** Cuts between words, or at least between characters. */
function cut(text: string): string {
  if (text.length <= MOST_TURN_CHARACTERS) return text;
  const start = text.slice(0, MOST_TURN_CHARACTERS);
  const words = start.replace(/\S*$/u, '').trimEnd();
  return words === '' ? start.replace(/[\ud800-\udbff]$/u, '') : words;
}

/** Text of a turn; for answers without code blocks, addresses and footnotes. */
const saidIn = ({ role, text }: Turn): string =>
  cut(plainData(role === 'assistant' ? plainAnswer(text.slice(0, 4 * MOST_TURN_CHARACTERS)) : text).trim());

/** Returns the newest turns that fit together, as lines of JSON, oldest first. Long turns are cut; empty ones are left out. */
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
