import type { Chunk, Span } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { ForeignPassage } from './foreign-passage.ts';

/** Where a foreign passage stands in its page, as far as its points tell. */
export interface ForeignPlace {
  readonly passage: Omit<ForeignPassage, 'text'>;
  /** Counts on over all passages of the page with the same heading. */
  readonly index: number;
  readonly indexInPage: number;
  readonly chunksInPage: number;
  /** Offset in the texts of the page's passages, joined by `SEPARATOR`. */
  readonly start: number;
}

export const SEPARATOR = '\n\n';

/** `tokens` are counted unless given, which takes about as long as all else. */
export function foreignChunk(
  { passage, ...place }: ForeignPlace,
  text: string,
  tokens: number = Math.max(1, countTokens(text)),
): Chunk {
  const { id, url, title, heading, anchor, indexInSection } = passage;
  return {
    id,
    url,
    title,
    heading,
    headings: heading === title ? [] : [heading],
    anchor,
    text,
    start: place.start,
    end: place.start + text.length,
    lead: '',
    spans: paragraphs(text),
    marks: [],
    index: place.index,
    indexInSection,
    indexInPage: place.indexInPage,
    chunksInPage: place.chunksInPage,
    tokens,
    sourceFile: pathOf(url),
    locale: '',
    version: '',
    module: moduleOf(url),
  };
}

/** First folder of the path; `root` for pages at the top. */
export function moduleOf(url: string): string {
  const parts = pathOf(url)
    .split('/')
    .filter((part) => part !== '');
  return parts.length > 1 ? parts[0]! : 'root';
}

/** Never empty. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** Runs of text between blank lines, without white space around them. */
function paragraphs(text: string): Span[] {
  return [...text.matchAll(/\S(?:(?!\n[^\S\n]*\n)[\s\S])*/gu)].map((match) => {
    const start = match.index;
    const end = start + match[0].trimEnd().length;
    return { kind: 'paragraph', start, end, group: 0, ordinal: 0, language: '', depth: 0 };
  });
}
