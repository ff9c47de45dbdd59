import { splitSentences } from '../../text/split-sentences.ts';

const MARKED = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+(\S.*)$/u;
const ROW = /^\s*\|(.+)\|\s*$/u;
const RULE = /^[\s|:-]+$/u;
const NUMBER_IN_LINE = /(?:^|\s)\(?(\d{1,2})[.)]\s/gu;
/** What opens a series: "there are two kinds: …", "such as …". */
const SERIES = /(?::|\b(?:are|include|includes|including|such as|either|between|called|namely))\s+([^:.!?\n]+)/giu;
const SEPARATOR = /, (?:and|or) |, | (?:and|or|versus|vs\.?) /iu;
const PAIRS: readonly RegExp[] = [
  /\b(?:between|compare|choose|either) (.+?) (?:and|or|with|to|versus|vs\.?) ([^?.!,]+)/iu,
  /(?:^|\b(?:is|are|use|does|do|about) )([^?.!,]+?) (?:versus|vs\.?|or) ([^?.!,]+)/iu,
];
/** "between A, B and C", "use A, B or C", "A vs B vs C". */
const OPENS_LIST = /^.*\b(?:between|compare|comparing|choose|either|use|is|are|about|of)\s+/iu;
const LISTED = /[^?.!,;:]+(?:,[^?.!,;:]+)+(?:,? (?:and|or|versus|vs\.?)) [^?.!,;:]+/iu;
const VERSUS = / (?:versus|vs\.?) /iu;
/** Behind the last part: where or what for. */
const BEHIND_LIST = / (?:in|for|on|when|with|from|at|under|inside|if|while|of) .*$/iu;
const ARTICLE = /^(?:an?|the|my|your) /iu;
const LONGEST_PAIR = 300;
const LONGEST_ITEM = 300;
const LONGEST_PART = 8;
const LONGEST_BARE_PART = 3;
const MOST_ITEMS = 50;

function markedLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => MARKED.exec(line)?.[1] ?? []);
}

const isRow = (line: string): boolean => ROW.test(line);
const isRule = (line: string | undefined): boolean => line !== undefined && isRow(line) && RULE.test(line);
const cellsOf = (line: string): readonly string[] => (ROW.exec(line)?.[1] ?? '').split('|').map((cell) => cell.trim());

/** First cells of tables, without their headers: the row above a rule, or the first where there is no rule. */
function rows(text: string): readonly string[] {
  const lines = text.split('\n').filter(isRow);
  const hasRule = lines.some(isRule);
  const isHeader = (at: number): boolean => (hasRule ? isRule(lines[at + 1]) : at === 0);
  return lines.filter((line, at) => !isRule(line) && !isHeader(at)).map((line) => cellsOf(line)[0]!);
}

/** Whether the columns of a table are the things: then its rows are not. */
function hasColumns(text: string, things: readonly string[]): boolean {
  const first = text.split('\n').find(isRow);
  const header = cellsOf(first ?? '').map((cell) => cell.toLowerCase());
  return things.filter((thing) => header.includes(thing.toLowerCase())).length >= 2;
}

/** `1. … 2. … 3. …` in one line, counted from one. */
function numbered(text: string): readonly string[] {
  const found: { readonly from: number; readonly to: number }[] = [];
  for (const { 0: mark, 1: number, index } of text.matchAll(NUMBER_IN_LINE)) {
    if (Number(number) === found.length + 1) found.push({ from: index, to: index + mark.length });
  }
  return found.map(({ to }, i) => text.slice(to, found[i + 1]?.from).trim());
}

function isBarePart(part: string): boolean {
  return part !== '' && part.split(' ').length <= LONGEST_BARE_PART;
}

/** Three or more things that a question names in a row. */
function enumerated(line: string): readonly string[] {
  const list = LISTED.exec(line)?.[0] ?? line.split(/[?.!,;:]/u).find((part) => part.split(VERSUS).length > 2);
  if (list === undefined) return [];
  const parts = list
    .replace(OPENS_LIST, '')
    .split(SEPARATOR)
    .map((part) => part.trim().replace(ARTICLE, '').replace(BEHIND_LIST, ''));
  return parts.length > 2 && parts.every(isBarePart) ? parts : [];
}

/** The things that a question compares, in its order. */
function compared(question: string): readonly string[] {
  const line = question.slice(0, LONGEST_PAIR).replaceAll(/\s+/gu, ' ');
  const listed = enumerated(line);
  if (listed.length > 0) return listed;
  for (const pair of PAIRS) {
    const found = pair.exec(line);
    if (found !== null) return [found[1]!, found[2]!].map((part) => part.trim().replace(ARTICLE, ''));
  }
  return [];
}

/** "A, B and C": the first series whose parts are short, behind what opens one or as a whole sentence. */
function series(text: string): readonly string[] {
  const line = text.replaceAll(/[^\S\n]+/gu, ' ');
  const opened = [...line.matchAll(SERIES)].map(([, list]) => ({ list: list!, fewest: 2, longest: LONGEST_PART }));
  const sentences = line.split(/[:.!?\n]+/u).map((list) => ({ list, fewest: 3, longest: LONGEST_BARE_PART }));
  for (const { list, fewest, longest } of [...opened, ...sentences]) {
    const parts = list.split(SEPARATOR).filter((part) => part.trim() !== '');
    const isShort = (part: string, at: number): boolean =>
      part.trim().split(' ').length <= (at === 0 ? LONGEST_PART : longest);
    if (parts.length >= fewest && parts.every(isShort)) return parts;
  }
  return [];
}

/** The part of an item that names it: before a colon or a dash, else its first sentence. */
function headOf(item: string): string {
  const text = item.slice(0, LONGEST_ITEM);
  const head = /^(.{2,80}?)(?::\s|\s[-–—]\s)/u.exec(text)?.[1];
  const first = splitSentences(text)[0];
  return head ?? (first === undefined ? '' : text.slice(first.start, first.end));
}

/**
 * What "the second one" counts: the list, table or numbers of the last answer, else the things that the last question
 * compared, else a series in the answer. Only what names each item; empty when nothing was listed.
 */
export function answerItems(answer: string, question: string): readonly string[] {
  const things = compared(question);
  const prose = answer
    .split('\n')
    .filter((line) => !isRow(line))
    .join('\n');
  const ways = [
    () => markedLines(answer),
    () => (hasColumns(answer, things) ? [] : rows(answer)),
    () => numbered(prose),
    () => things,
    () => series(prose),
  ];
  for (const way of ways) {
    const items = way();
    if (items.length >= 2) return items.slice(0, MOST_ITEMS).map(headOf);
  }
  return [];
}
