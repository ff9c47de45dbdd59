import { shape } from './shape.ts';
import type { Citation, Reply, SectionLink, Statement, StatementKind } from './wire.ts';

const KINDS: readonly StatementKind[] = ['sentence', 'step', 'code', 'row', 'item'];
const { index, list, number, oneOf, record, text } = shape;

/** Readers of what the server sends. They keep the known members alone and throw a `TypeError` where one is missing or of another type. */
export const readWire = {
  statement: (value: unknown): Statement => {
    const given = record(value);
    const citations = list(given['citations'], index);
    if (citations.length === 0) throw new TypeError('expected a footnote');
    const kind = text(given['kind']);
    return {
      // A kind that a newer server knows is still proved text.
      kind: KINDS.find((known) => known === kind) ?? 'sentence',
      text: text(given['text']),
      citations,
      side: number(given['side']),
      language: text(given['language']),
    };
  },
  citation: (value: unknown): Citation => {
    const given = record(value);
    return {
      index: index(given['index']),
      ...readWire.section(given),
      quote: text(given['quote']),
      chunk_id: text(given['chunk_id']),
      similarity: number(given['similarity']),
    };
  },
  section: (value: unknown): SectionLink => {
    const given = record(value);
    return {
      url: text(given['url']),
      anchor: text(given['anchor']),
      href: text(given['href']),
      title: text(given['title']),
      section: text(given['section']),
    };
  },
  reply: (value: unknown): Reply => {
    const given = record(value);
    const model = given['model'] === null ? null : record(given['model']);
    return {
      request_id: text(given['request_id']),
      outcome: oneOf(given['outcome'], ['answered', 'insufficient', 'refused']),
      asked: text(given['asked']),
      answer: text(given['answer']),
      message: text(given['message']),
      ...readWire.proved(given),
      nearest: list(given['nearest'], readWire.section),
      warnings: list(given['warnings'], text),
      withheld: number(given['withheld']),
      answerer: text(given['answerer']),
      model: model && {
        name: text(model['name']),
        fault: model['fault'] === null ? null : text(model['fault']),
      },
    };
  },
  /** Statements with the citations they name; one without its citation is no statement of ours (R12). */
  proved: (value: unknown): { readonly statements: readonly Statement[]; readonly citations: readonly Citation[] } => {
    const given = record(value);
    const statements = list(given['statements'], readWire.statement);
    const citations = list(given['citations'], readWire.citation);
    const known = new Set(citations.map((one) => one.index));
    if (!statements.every((one) => one.citations.every((at) => known.has(at))))
      throw new TypeError('expected a citation');
    return { statements, citations };
  },
} as const;
