import type { Chunk } from '../types/chunk.ts';

/** The chunk's words as the reader sees them: lead and spans, one per line. Apart from what counts tokens, because questions load it too. */
export function bodyText({ lead, text, spans }: Chunk): string {
  return withLead(lead, spans.map(({ start, end }) => text.slice(start, end)).join('\n'));
}

/** A chunk's words with the repeated header row above. */
export function withLead(lead: string, text: string): string {
  return lead === '' ? text : `${lead}\n${text}`;
}
