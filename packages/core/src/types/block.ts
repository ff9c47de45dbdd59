import type { Mark } from './mark.ts';

/**
 * The block tree that every parser produces, whatever the source format.
 *
 * `text` is always text as a reader sees it: markup removed, entities decoded, runs of white space folded to one space (except in `code`
 * and `math`), no leading or trailing white space. Struck-out text is left out, and signs separate raised and lowered text (`10^6`,
 * `x_i`). Inline code, links and emphasis leave their text, plus marks in blocks that have a `marks` field. Parsers leave out blocks
 * without visible text.
 */
export type Block =
  | HeadingBlock
  | ParagraphBlock
  | CodeBlock
  | ListBlock
  | TableBlock
  | DefinitionsBlock
  | AdmonitionBlock
  | TabsBlock
  | DetailsBlock
  | QuoteBlock
  | MathBlock
  | ImageBlock;

/** A heading opens a section wherever it is, including inside tabs and details. */
export interface HeadingBlock {
  readonly type: 'heading';
  /** 1 to 6. */
  readonly depth: number;
  readonly text: string;
  /** Id of the heading in the built page; `''` if it has none. */
  readonly anchor: string;
}

export interface ParagraphBlock {
  readonly type: 'paragraph';
  readonly text: string;
  /** Ordered by start, outer ones first. */
  readonly marks: readonly Mark[];
}

export interface CodeBlock {
  readonly type: 'code';
  /** Lines joined with `\n`, no final newline. */
  readonly text: string;
  /** First word of the info string, lower case; `''` when unknown. */
  readonly language: string;
  /** File name or caption above the block; `''` if there is none. */
  readonly title: string;
}

export interface ListBlock {
  readonly type: 'list';
  readonly ordered: boolean;
  /** Number of the first item; 1 unless the page gives another. */
  readonly start: number;
  /** Number of each item of an ordered list; absent if they count up from `start`. */
  readonly numbers?: readonly number[];
  readonly items: readonly (readonly Block[])[];
}

export interface TableBlock {
  readonly type: 'table';
  /** `''` if there is none. */
  readonly caption: string;
  /** Cells of the header row; empty if the table has none. */
  readonly header: readonly TableCell[];
  /** A cell that spans columns or rows is repeated in each of them. */
  readonly rows: readonly (readonly TableCell[])[];
}

export interface TableCell {
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface DefinitionsBlock {
  readonly type: 'definitions';
  readonly items: readonly { readonly term: string; readonly children: readonly Block[] }[];
}

export interface AdmonitionBlock {
  readonly type: 'admonition';
  /** `note`, `tip`, `info`, `warning`, `danger`, or a word specific to the site. */
  readonly kind: string;
  /** Title as shown; `''` if the site shows only the kind. */
  readonly title: string;
  readonly children: readonly Block[];
}

/** All panels are kept, including those the reader must click to see. */
export interface TabsBlock {
  readonly type: 'tabs';
  readonly tabs: readonly { readonly label: string; readonly children: readonly Block[] }[];
}

export interface DetailsBlock {
  readonly type: 'details';
  readonly summary: string;
  readonly children: readonly Block[];
}

export interface QuoteBlock {
  readonly type: 'quote';
  readonly children: readonly Block[];
}

export interface MathBlock {
  readonly type: 'math';
  /** TeX source without delimiters. */
  readonly text: string;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly alt: string;
}
