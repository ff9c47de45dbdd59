import type { Chunk, TermCounts, WholePage } from '@ibid/core';
import { fault } from '../../files/worker-fault.ts';
import { checksum } from './checksum.ts';
import type { Database } from './database.ts';
import { damaged } from './fault.ts';
import type { Generation } from './generation.ts';
import { readChunks, readFrame, readLexicon, readPageText } from './page-rows.ts';
import { onShown } from './read-verbs.ts';
import type { Session } from './session.ts';
import { readSpace, type SpaceRow } from './space-row.ts';
import { decodeTerms, emptyPageTerms } from './term-codec.ts';
import { decodeVectors } from './vector-codec.ts';

export interface StoredBatch {
  readonly generation: number | undefined;
  /** Empty at the end. */
  readonly pages: readonly WholePage[];
}

const BATCH_CHUNKS = 256;

/** The pages after `after`, some hundred chunks of them. `generation` is that of the batch before. */
export function readPages(session: Session, after: string | undefined, generation: number | undefined): StoredBatch {
  const batch = onShown(session, (shown): StoredBatch => {
    if (generation !== undefined && shown.id !== generation) {
      throw fault('STORE_BUSY', `\`${session.db.file}\` was indexed anew while it was read; begin again`, true);
    }
    return { generation: shown.id, pages: readBatch(session, shown, after) };
  });
  return batch ?? { generation, pages: [] };
}

function readBatch(session: Session, shown: Generation, after: string | undefined): readonly WholePage[] {
  const { db } = session;
  const space = readSpace(db, shown.info.space.id);
  if (space === undefined) {
    throw fault('INDEX_DAMAGED', damaged(db.file, `the space \`${shown.info.space.id}\` is missing`));
  }
  const pages: WholePage[] = [];
  let chunks = 0;
  for (let at = after === undefined ? 0 : placeAfter(shown, after); at < shown.pages.length; at++) {
    const { page, passages } = shown.pages[at]!;
    if (pages.length > 0 && chunks + passages > BATCH_CHUNKS) break;
    pages.push(readStored(session, page, space));
    chunks += passages;
  }
  return pages;
}

/** Place of the first page whose URL comes after this one. */
function placeAfter({ pages }: Generation, url: string): number {
  let from = 0;
  let to = pages.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (pages[middle]!.url <= url) from = middle + 1;
    else to = middle;
  }
  return from;
}

function readStored({ db, vocabulary }: Session, page: number, space: SpaceRow): WholePage {
  const frame = readFrame(db, page);
  const chunks = readChunks(db, page, frame);
  const { diagnostics } = readPageText(db, page);
  const terms = readTerms(readLexicon(db, page).terms, chunks.length, (id) => {
    const term = vocabulary.term(id);
    if (term === undefined) throw fault('INDEX_DAMAGED', damaged(db.file, `a term of \`${frame.url}\` is missing`));
    return term;
  });
  const { url, title, revision, sourceFile, text } = frame;
  return {
    page: {
      url,
      title,
      revision,
      sourceFile,
      text,
      chunks: chunks.map((chunk: Chunk, i) => ({ chunk, terms: terms[i]! })),
      diagnostics,
    },
    vectors: { url, spaceId: space.name, ...readVectors(db, page, url, chunks.length, space) },
  };
}

function readTerms(blob: Uint8Array, passages: number, termOf: (id: number) => string): readonly TermCounts[] {
  const held = emptyPageTerms();
  decodeTerms(blob, passages, held);
  const counts = Array.from({ length: passages }, () => ({
    title: new Map<string, number>(),
    headings: new Map<string, number>(),
    body: new Map<string, number>(),
  }));
  for (let i = 0; i < held.count; i++) {
    const term = termOf(held.terms[i]!);
    const own = counts[held.passages[i]!]!;
    for (const field of ['title', 'headings', 'body'] as const) {
      const count = held[field][i]!;
      if (count > 0) own[field].set(term, count);
    }
  }
  return counts;
}

function readVectors(
  db: Database,
  page: number,
  url: string,
  passages: number,
  { id, dimensions }: SpaceRow,
): Pick<WholePage['vectors'], 'passages' | 'headings'> {
  const row = db
    .sql('SELECT data, sum FROM vector WHERE page = ? AND space = ?')
    .get<{ data: Uint8Array; sum: number }>(page, id);
  if (row === undefined && passages === 0) return { passages: [], headings: [] };
  if (row === undefined || row.sum !== checksum(page, id, row.data)) {
    throw fault('INDEX_DAMAGED', damaged(db.file, `the vectors of \`${url}\` are missing or have changed`));
  }
  const { scales, values } = decodeVectors(row.data, passages, dimensions);
  const all = Array.from(scales, (scale, i) =>
    Float32Array.from(values.subarray(i * dimensions, (i + 1) * dimensions), (value) => value * scale),
  );
  return { passages: all.slice(0, passages), headings: all.slice(passages) };
}
