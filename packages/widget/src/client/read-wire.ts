import { index, listOf, number, objectOf, oneOf, orElse, type Reader, text } from './shape.ts';
import type { Citation, Reply, SectionLink, Statement, StatementKind } from './wire.ts';

// Readers of what the server sends. They keep the known members alone and throw where one is missing or of another type.

const KINDS: readonly StatementKind[] = ['sentence', 'step', 'code', 'row', 'item'];
const section = { url: text, anchor: text, href: text, title: text, section: text } as const;

export const readSection: Reader<SectionLink> = objectOf<SectionLink>(section);

export const readCitation: Reader<Citation> = objectOf<Citation>({
  index,
  ...section,
  quote: text,
  chunk_id: text,
  similarity: number,
});

export const readStatement: Reader<Statement> = objectOf<Statement>({
  // A kind that only a newer server knows is still proved text.
  kind: (value) => KINDS.find((known) => known === text(value)) ?? 'sentence',
  text,
  citations: (value) => {
    const citations = listOf(index)(value);
    if (citations.length === 0) throw new TypeError('expected a footnote');
    return citations;
  },
  side: number,
  language: text,
});

export const readReply: Reader<Reply> = proved(
  objectOf<Reply>({
    request_id: text,
    outcome: oneOf('answered', 'insufficient', 'refused'),
    asked: text,
    answer: text,
    message: text,
    statements: listOf(readStatement),
    citations: listOf(readCitation),
    nearest: listOf(readSection),
    warnings: listOf(text),
    withheld: number,
    answerer: text,
    model: orElse(objectOf({ name: text, fault: orElse(text, null) }), null),
  }),
);

/** Reads no statement without its citation: it is none of ours (R12). */
export function proved<T extends Pick<Reply, 'statements' | 'citations'>>(read: Reader<T>): Reader<T> {
  return (value) => {
    const given = read(value);
    const known = new Set(given.citations.map((citation) => citation.index));
    if (!given.statements.every(({ citations }) => citations.every((one) => known.has(one)))) {
      throw new TypeError('expected a citation');
    }
    return given;
  };
}
