/**
 * Cuts a page into chunks. A section that fits is one chunk; a larger one is packed from its sentences, items, rows and
 * code blocks. A chunk is always a slice of the page's text, so every quote from it can be found again, and the chunks of a
 * section, laid at their offsets, give the section back; with only white space between them.
 */
import type { Chunk, Span } from '../types/chunk.ts';
import type { Page } from '../types/page.ts';
import { countTokens } from './count-tokens.ts';
import { layout, type Section } from './layout.ts';
import { CHUNK_TOKENS } from './chunk-tokens.ts';
import { atomsOf, pack, packed, type Packed } from './pack.ts';
import { chunkId } from './chunk-id.ts';
import { bodyText, marksWithin } from './read-chunk.ts';

/** Changes with anything that changes chunks, so that old indexes are not mixed with new ones. */
export const CHUNKER_ID = 'section@2';

/** The page as text, and its chunks in order; a page without text has none. Equal pages give equal results. */
export function chunkPage(page: Page): { readonly text: string; readonly chunks: Chunk[] } {
  const { text, sections } = layout(page.title, page.blocks);
  const parts = sections.flatMap((section) =>
    packSection(text, section).map((cut, indexInSection) => ({ section, cut, indexInSection })),
  );
  const used = new Map<string, number>();
  const chunks = parts.map(({ section, cut, indexInSection }, indexInPage): Chunk => {
    const index = used.get(section.heading) ?? 0;
    used.set(section.heading, index + 1);
    return {
      id: chunkId(page.url, section.heading, index),
      url: page.url,
      title: page.title,
      heading: section.heading,
      headings: section.headings,
      anchor: section.anchor,
      text: text.slice(cut.start, cut.end),
      start: cut.start,
      end: cut.end,
      lead: cut.lead,
      spans: spansWithin(section, cut),
      marks: marksWithin(section.marks, cut.start, cut.end),
      index,
      indexInSection,
      indexInPage,
      chunksInPage: parts.length,
      tokens: cut.tokens,
      sourceFile: page.sourceFile,
      locale: page.locale,
      version: page.version,
      module: page.module,
    };
  });
  return { text, chunks };
}

function packSection(text: string, { pieces }: Section): Packed[] {
  const whole = packed(text, pieces[0]!.start, pieces.at(-1)!.end);
  return whole.tokens <= CHUNK_TOKENS ? [whole] : pack(text, atomsOf(text, pieces, CHUNK_TOKENS));
}

function spansWithin({ pieces }: Section, { start, end }: Packed): Span[] {
  return pieces
    .map(({ span }) => ({ ...span, start: Math.max(span.start, start) - start, end: Math.min(span.end, end) - start }))
    .filter((span) => span.start < span.end);
}

/** Room for title and headings in addition to a full chunk under an embedding model's limit of 512. */
const CONTEXT_TOKENS = 100;
/** Half a character, or white space, left by a cut. */
const CUT_TAIL = /[\ud800-\udbff\s]+$/;

/**
 * Texts of a chunk for embedders: `heading` is title and headings, one per line, `passage` the same with the chunk's words.
 * Markers and fences are left out. Where title and headings are overlong, the outermost headings go first, then words.
 */
export function embedTexts(chunk: Chunk): { readonly passage: string; readonly heading: string } {
  const heading = fittingContext(chunk.title, chunk.headings);
  return { passage: `${heading}\n${bodyText(chunk)}`, heading };
}

function fittingContext(title: string, headings: readonly string[]): string {
  const lines = [title, ...headings];
  while (lines.length > 2 && !fits(lines.join('\n'))) lines.splice(1, 1);
  let context = lines.join('\n');
  while (!fits(context)) context = context.slice(0, Math.floor(context.length * 0.9)).replace(CUT_TAIL, '');
  return context;
}

/** A token is at least one byte, and a UTF-16 unit at most three. */
function fits(context: string): boolean {
  return context.length * 3 <= CONTEXT_TOKENS || countTokens(context) <= CONTEXT_TOKENS;
}
