/**
 * Lays a page's block tree out as one text in reading order, cut into sections at headings.
 *
 * The text reads like Markdown: headings are `##` lines, items carry `- ` or `1. `, code is in fences, table rows are
 * `a | b`. Each run of the page's own words is a span; markers are outside of spans. Heading lines belong to no section.
 * Labels (tab names, summaries, captions, admonition and code titles) wait for the words they belong to, so that the label of a tab
 * that opens with a heading lands in that heading's section. Further sections of the tab have its label again.
 */
import type { Block, HeadingBlock, ListBlock, TableBlock, TableCell } from '../types/block.ts';
import type { Span, SpanKind } from '../types/chunk.ts';
import type { Mark } from '../types/mark.ts';

/** A span with everything that must not be torn from it: `start` to `end` includes markers and fences, but no indentation. */
export interface Piece {
  readonly span: Span;
  readonly start: number;
  readonly end: number;
}

export interface Section {
  /** As in the page; the page title for content before the first heading. */
  readonly heading: string;
  /** From the page's top down to this section, headings equal to the title left out. */
  readonly headings: readonly string[];
  readonly anchor: string;
  /** In order; never empty. */
  readonly pieces: readonly Piece[];
  /** As in `Chunk`, with offsets in the page's text. */
  readonly marks: readonly Mark[];
}

export interface Layout {
  readonly text: string;
  /** Sections that have text, in order. */
  readonly sections: readonly Section[];
}

/** Position of the walk: the prefix of each line, and the container that spans belong to. */
interface Place {
  readonly indent: string;
  readonly group: number;
  readonly prose: 'paragraph' | 'quote';
  /** Outermost list; 0 outside of lists. */
  readonly list: number;
  /** `Span.depth`. */
  readonly depth: number;
}

interface Run {
  readonly kind: SpanKind;
  readonly text: string;
  readonly marks?: readonly Mark[];
  readonly place: Place;
  readonly marker?: string;
  readonly fence?: readonly [open: string, close: string];
  readonly ordinal?: number;
  readonly language?: string;
  /** The label of a tab, put again in a further section of the tab. */
  readonly isAgain?: boolean;
}

/** Labels of tabs around a heading that are put again, and characters of the longest; more would outgrow the words. */
const MOST_AGAIN = 3;
const LONGEST_AGAIN = 80;

interface OpenSection {
  readonly heading: string;
  readonly headings: readonly string[];
  readonly anchor: string;
  readonly pieces: Piece[];
  readonly marks: Mark[];
}

/** `title` is the page's, `blocks` its content. */
export function layout(title: string, blocks: readonly Block[]): Layout {
  let text = '';
  let groups = 0;
  let before: Run | undefined;
  let labels: Run[] = [];
  /** Labels of the tabs that are open, from the outermost. */
  const tabs: Run[] = [];
  let path: { readonly depth: number; readonly text: string }[] = [];
  let section: OpenSection = { heading: title, headings: [], anchor: '', pieces: [], marks: [] };
  const sections = [section];
  const nextGroup = (): number => (groups += 1);

  const put = (run: Run): void => {
    const words = run.kind === 'code' || run.kind === 'math' ? run.text : run.text.trim();
    if (words.trim() === '') return;
    if (text !== '') text += separator(before, run);
    before = run;
    const lead = `${run.place.indent}${run.marker ?? ''}`;
    const start = text.length + (lead.length - lead.trimStart().length);
    const [open, close] = run.fence ?? ['', ''];
    text += run.fence === undefined ? lead : open;
    const span: Span = {
      kind: run.kind,
      start: text.length,
      end: text.length + words.length,
      group: run.place.group,
      ordinal: run.ordinal ?? 0,
      language: run.language ?? '',
      depth: run.place.depth,
    };
    const by = text.length - (words === run.text ? 0 : run.text.length - run.text.trimStart().length);
    for (const mark of run.marks ?? []) section.marks.push({ ...mark, start: mark.start + by, end: mark.end + by });
    text += words + close;
    const outerStart = run.fence === undefined ? start : span.start - open.length;
    section.pieces.push({ span, start: outerStart, end: text.length });
  };

  const flushLabels = (): void => {
    const waiting = labels;
    labels = [];
    for (const label of waiting) put(label);
  };

  const write = (run: Run): void => {
    if (run.text.trim() === '') return;
    flushLabels();
    put(run);
  };

  const openSection = (block: HeadingBlock): void => {
    const heading = block.text.trim();
    if (heading === '') return;
    path = [...path.filter(({ depth }) => depth < block.depth), { depth: block.depth, text: heading }];
    const headings = path.map((entry) => entry.text).filter((entry) => !sameHeading(entry, title));
    section = { heading, headings, anchor: block.anchor, pieces: [], marks: [] };
    sections.push(section);
    text += `${text === '' ? '' : '\n\n'}${'#'.repeat(block.depth)} ${heading}`;
    before = undefined;
    const around = tabs.slice(-MOST_AGAIN).filter(({ text: label }) => label.length <= LONGEST_AGAIN);
    const isWaiting = (tab: Run): boolean =>
      labels.some(({ text: label, place }) => label === tab.text && place === tab.place);
    labels = [...around.filter((tab) => !isWaiting(tab)).map((tab) => ({ ...tab, isAgain: true })), ...labels];
  };

  /** Writes a label and its content; a label without content comes at the end of its container. */
  const labelled = (label: string, children: readonly Block[], place: Place): void => {
    labels.push({ kind: 'label', text: label, place });
    walk(children, place);
    labels = labels.filter(({ isAgain }) => isAgain !== true);
    flushLabels();
  };

  const list = (block: ListBlock, place: Place): void => {
    const group = nextGroup();
    const inner: Place = { ...place, group, list: place.list || group, depth: place.depth + 1, prose: 'paragraph' };
    const rest: Place = { ...inner, indent: deeper(place.indent, '  ') };
    for (const [index, [first, ...others]] of block.items.entries()) {
      const number = block.numbers?.[index] ?? block.start + index;
      const marker = block.ordered ? `${number}. ` : '- ';
      const ordinal = block.ordered ? Math.max(0, number) : 0;
      if (first?.type === 'paragraph') {
        write({ kind: 'item', text: first.text, marks: first.marks, place: inner, marker, ordinal });
        walk(others, rest);
      } else if (first !== undefined) {
        walk([first, ...others], rest);
      }
    }
  };

  const table = (block: TableBlock, place: Place): void => {
    const inner = { ...place, group: nextGroup() };
    labels.push({ kind: 'label', text: block.caption, place: inner });
    write({ kind: 'header', ...rowLine(block.header), place: inner });
    for (const row of block.rows) write({ kind: 'row', ...rowLine(row), place: inner });
    flushLabels();
  };

  const walk = (children: readonly Block[], place: Place): void => {
    for (const block of children) visit(block, place);
  };

  const visit = (block: Block, place: Place): void => {
    switch (block.type) {
      case 'heading':
        return openSection(block);
      case 'paragraph':
        return write({ kind: place.prose, text: block.text, marks: block.marks, place });
      case 'image':
        return write({ kind: 'image', text: block.alt, place });
      case 'math':
        return write({ kind: 'math', text: block.text, place, fence: ['$$\n', '\n$$'] });
      case 'code': {
        const fence = fenceAround(block.text);
        if (block.text.trim() !== '') labels.push({ kind: 'label', text: block.title, place });
        return write({
          kind: 'code',
          text: block.text,
          place,
          fence: [`${fence}${block.language}\n`, `\n${fence}`],
          language: block.language,
        });
      }
      case 'list':
        return list(block, place);
      case 'table':
        return table(block, place);
      case 'definitions': {
        const inner = { ...place, group: nextGroup() };
        for (const { term, children } of block.items) labelled(term, children, inner);
        return undefined;
      }
      case 'tabs': {
        const inner = { ...place, group: nextGroup() };
        for (const { label, children } of block.tabs) {
          tabs.push({ kind: 'label', text: label, place: inner });
          labelled(label, children, inner);
          tabs.pop();
        }
        return undefined;
      }
      case 'admonition':
        return labelled(block.title || block.kind, block.children, { ...place, group: nextGroup() });
      case 'details':
        return labelled(block.summary, block.children, { ...place, group: nextGroup() });
      case 'quote':
        return walk(block.children, { ...place, indent: deeper(place.indent, '> '), prose: 'quote' });
    }
  };

  walk(blocks, { indent: '', group: 0, prose: 'paragraph', list: 0, depth: 0 });
  return { text, sections: sections.filter(({ pieces }) => pieces.length > 0) };
}

/** Beyond twelve levels the indentation stays, so that it never outgrows the words. */
function deeper(indent: string, by: string): string {
  return indent.length < 24 ? `${indent}${by}` : indent;
}

/** Items of one list, rows of one table, and labels with their content are on neighbouring lines. */
function separator(before: Run | undefined, run: Run): string {
  if (before === undefined) return '\n\n';
  const items = before.kind === 'item' && run.kind === 'item' && before.place.list === run.place.list;
  const rows = run.kind === 'row' && before.kind !== 'label' && before.place.group === run.place.group;
  return before.kind === 'label' || items || rows ? '\n' : '\n\n';
}

function sameHeading(first: string, second: string): boolean {
  return first === second || first.trim().toLowerCase() === second.trim().toLowerCase();
}

function rowLine(cells: readonly TableCell[]): { readonly text: string; readonly marks: readonly Mark[] } {
  if (cells.every((cell) => cell.text.trim() === '')) return { text: '', marks: [] };
  const marks: Mark[] = [];
  let text = '';
  for (const [index, cell] of cells.entries()) {
    if (index > 0) text += ' | ';
    const by = text.length - (cell.text.length - cell.text.trimStart().length);
    for (const mark of cell.marks) marks.push({ ...mark, start: mark.start + by, end: mark.end + by });
    text += cell.text.trim();
  }
  return { text, marks };
}

/** Three backticks, or one more than the longest run inside. */
function fenceAround(code: string): string {
  let fence = '```';
  for (const [run] of code.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return fence;
}
