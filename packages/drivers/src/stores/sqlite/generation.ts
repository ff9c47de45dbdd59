import { HEADING_WEIGHT } from '@ibid/core/score';
import type { IndexInfo, Where } from '@ibid/core/types';
import { type Allowed, allowedSlots, type FilterKeys, isUnfiltered, type Postings, startsOf } from '../text-legs.ts';
import { decodeVectors, largest, type PageVectorValues, SMALLEST } from './codecs.ts';
import { damage, type Database } from './database.ts';
import { type DotRows, dotRows } from './dot-kernel.ts';
import { invertTerms } from './invert-terms.ts';
import { type GenerationRow, readGeneration, readSpace, type SpaceRow } from './rows.ts';
import type { Session } from './session.ts';

/** Data of a page revision for searching; shared between generations while the page does not change. */
export interface LoadedPage {
  readonly page: number;
  readonly url: string;
  readonly passages: number;
  /** 32 bytes per passage. */
  readonly ids: Uint8Array;
  /** JSON of `FilterKeys`, parsed by the first search with a filter. */
  readonly keys: string;
  readonly terms: Uint8Array;
  readonly vectors: PageVectorValues;
}

/** int8 rows with error bounds: `value ≈ scales[i] · row · query`, off by at most `errors[i]` for a unit query. */
export interface QuantisedRows {
  readonly dots: DotRows;
  readonly scales: Float32Array;
  readonly errors: Float32Array;
}

/** Values that are calculated at the first search or reading that needs them. */
interface Derived {
  keys?: readonly FilterKeys[];
  byPath?: ReadonlyMap<string, LoadedPage>;
  /** The slots without a filter. */
  all?: Allowed;
}

/**
 * One generation in flat arrays: about 5 bytes per passage and dimension, and 8 bytes per posting. A passage is a slot; the slots of a page
 * are consecutive and in page order. Only `derived` changes after loading, so a search works on one generation whatever is published meanwhile.
 */
export interface Generation {
  readonly id: number;
  readonly info: IndexInfo;
  readonly pages: readonly LoadedPage[];
  /** Slots of page `i` are `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Uint32Array;
  /** Page of each slot. */
  readonly pageOf: Uint32Array;
  /** Slots in order of chunk id, and the position of each slot in that order. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
  /** By passage: tf' · (k1 + 1) / (tf' + k1). */
  readonly passagePostings: Postings;
  /** By page, over the bodies of its passages: tf · (k1 + 1) / (tf + k1 · (1 − b + b · len / avglen)). */
  readonly pagePostings: Postings;
  /** Rows of d + heading weight · h, one per slot. */
  readonly passageRows: QuantisedRows;
  /** Rows of g, one per page. */
  readonly pageRows: QuantisedRows;
  /** Length of Σ d of each page. */
  readonly pageLengths: Float64Array;
  readonly derived: Derived;
}

/** The 32 bytes of the slot's chunk id. */
export function slotId(
  { pages, pageOf, starts }: Pick<Generation, 'pages' | 'pageOf' | 'starts'>,
  slot: number,
): Uint8Array {
  const page = pageOf[slot]!;
  const at = 32 * (slot - starts[page]!);
  return pages[page]!.ids.subarray(at, at + 32);
}

/** The slot of a chunk id in hex, or `undefined`. */
export function findSlot(generation: Generation, id: string): number | undefined {
  if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
  const bytes = Buffer.from(id, 'hex');
  let from = 0;
  let to = generation.order.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (bytes.compare(slotId(generation, generation.order[middle]!)) > 0) from = middle + 1;
    else to = middle;
  }
  const slot = generation.order[from];
  return slot !== undefined && bytes.equals(slotId(generation, slot)) ? slot : undefined;
}

function keysOf({ derived, pages }: Generation): readonly FilterKeys[] {
  return (derived.keys ??= pages.map((page) => JSON.parse(page.keys) as FilterKeys));
}

/** The page with this `pathKey`; if pages differ only by host, the first URL, because the last entry of a key wins. */
export function pageByPath(generation: Generation, path: string): LoadedPage | undefined {
  const entries = (): [string, LoadedPage][] => keysOf(generation).map(([key], i) => [key, generation.pages[i]!]);
  return (generation.derived.byPath ??= new Map(entries().toReversed())).get(path);
}

/** Returns the slots that `where` matches. */
export function filterSlots(generation: Generation, where: Where | undefined): Allowed {
  const slots = (): Allowed => allowedSlots(generation.starts, () => keysOf(generation), where);
  return isUnfiltered(where) ? (generation.derived.all ??= slots()) : slots();
}

const PAGES_A_STEP = 64;

/**
 * Reads one generation into flat arrays. Pages that are also in the live generation are reused. `space` is a parameter because the row of a build
 * does not name one yet. Run it in one go inside a read transaction, or, to let searches in between, step by step while holding the writer lock.
 * Lengths and counts are checked; a mismatch throws `INDEX_DAMAGED`.
 */
export function* loadGeneration(
  { db, vocabulary, shown: previous }: Session,
  row: GenerationRow,
  space: SpaceRow,
): Generator<undefined, Generation> {
  const lent = new Map(
    previous?.info.space.id === space.id ? previous.pages.map((page) => [page.page, page]) : undefined,
  );
  const manifest = db
    .sql('SELECT url, page FROM manifest WHERE generation = ? ORDER BY url')
    .all<{ url: string; page: number }>(row.id);
  const pages: LoadedPage[] = [];
  for (const [i, { url, page }] of manifest.entries()) {
    pages.push(lent.get(page) ?? loadPage(db, page, url, space));
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
  }

  const starts = startsOf(pages.map(({ passages }) => passages));
  const count = starts[pages.length]!;
  const pageOf = new Uint32Array(count);
  for (let i = 0; i < pages.length; i++) pageOf.fill(i, starts[i], starts[i + 1]);
  yield;

  const order = sortById(count, (slot) => slotId({ pages, pageOf, starts }, slot));
  const rank = new Uint32Array(count);
  for (let i = 0; i < count; i++) rank[order[i]!] = i;
  yield;

  const inverted = yield* invertTerms(db.file, pages, starts, vocabulary.size());
  const passageRows = yield* quantiseRows(count, space.dimensions, (slot, into) => {
    const page = pageOf[slot]!;
    readPassage(pages[page]!, slot - starts[page]!, into);
  });
  const pageLengths = new Float64Array(pages.length);
  const pageRows = yield* quantiseRows(pages.length, space.dimensions, (page, into) => {
    pageLengths[page] = readMean(pages[page]!, into);
  });

  const info = {
    generation: row.id,
    schema: row.body.schema,
    sourceId: row.body.sourceId,
    pages: pages.length,
    chunks: count,
    space: { id: space.id, dimensions: space.dimensions, data: space.data },
    publishedAt: row.body.publishedAt,
  };
  const rows = { passageRows, pageRows, pageLengths };
  return { id: row.id, info, pages, starts, pageOf, order, rank, ...inverted, ...rows, derived: {} };
}

/** Loads the live generation and checks the facts in its row; `undefined` before the first. */
export function loadShown(session: Session): Generation | undefined {
  const { db, shown } = session;
  const row = readGeneration(db, 'shown');
  if (row === undefined) {
    const lost = db.sql('SELECT 1 FROM manifest WHERE generation NOT IN (SELECT id FROM generation) LIMIT 1').get();
    if (lost !== undefined) throw damage(db.file, 'the row of its generation is missing');
  }
  if (row === undefined || row.id === shown?.id) return shown;
  const space = readSpace(db, row.body.space);
  if (space === undefined) {
    throw damage(db.file, `the space \`${row.body.space}\` is missing`);
  }
  const steps = loadGeneration(session, row, space);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const { info } = step.value;
  if (info.pages !== row.body.pages || info.chunks !== row.body.chunks) {
    const what = `${info.pages} pages and ${info.chunks} chunks instead of ${row.body.pages} and ${row.body.chunks}`;
    throw damage(db.file, what);
  }
  return step.value;
}

function loadPage(db: Database, page: number, url: string, space: SpaceRow): LoadedPage {
  const row = db
    .sql('SELECT url, chunks, ids, keys, terms FROM page JOIN lexicon ON page = page.id WHERE page.id = ?')
    .get<Pick<LoadedPage, 'url' | 'ids' | 'keys' | 'terms'> & { readonly chunks: number }>(page);
  const broken = (what: string): Error => damage(db.file, `page \`${url}\`: ${what}`);
  if (row === undefined || row.url !== url) throw broken('it is missing');
  if (row.ids.length !== 32 * row.chunks) throw broken('it has another number of chunks');
  const { chunks: passages, ids, keys, terms } = row;
  const vectors = db
    .sql('SELECT data FROM vector WHERE page = ? AND space = ?')
    .get<{ data: Uint8Array }>(page, space.key);
  if (vectors === undefined && passages > 0) throw broken('its vectors are missing');
  const decoded = decodeVectors(vectors?.data ?? new Uint8Array(), passages, space.dimensions);
  return { page, url, passages, ids, keys, terms, vectors: decoded };
}

/** Computes d + HEADING_WEIGHT · h. */
function readPassage({ passages, vectors: { scales, values } }: LoadedPage, passage: number, into: Float64Array): void {
  const { length } = into;
  const passageScale = scales[passage]!;
  const headingScale = HEADING_WEIGHT * scales[passages + passage]!;
  const passageAt = passage * length;
  const headingAt = (passages + passage) * length;
  for (let i = 0; i < length; i++) {
    into[i] = passageScale * values[passageAt + i]! + headingScale * values[headingAt + i]!;
  }
}

/** Computes the page's direction g and returns the length of Σ d. */
function readMean({ passages, vectors: { scales, values } }: LoadedPage, into: Float64Array): number {
  const { length } = into;
  into.fill(0);
  for (let passage = 0; passage < passages; passage++) {
    const scale = scales[passage]!;
    for (let i = 0, at = passage * length; i < length; i++, at++) into[i] = into[i]! + scale * values[at]!;
  }
  let square = 0;
  for (let i = 0; i < length; i++) square += into[i]! * into[i]!;
  const norm = Math.max(Math.sqrt(square), 1e-9);
  for (let i = 0; i < length; i++) into[i] = into[i]! / norm;
  return norm;
}

/** Returns the numbers from 0 to `count - 1`, sorted by their 32-byte ids, most of which differ in their first four bytes. */
export function sortById(count: number, idOf: (number: number) => Uint8Array): Uint32Array {
  const prefixes = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const id = idOf(i);
    prefixes[i] = (id[0]! << 24) | (id[1]! << 16) | (id[2]! << 8) | id[3]!;
  }
  const order = Uint32Array.from(prefixes.keys());
  return order.sort((a, b) => prefixes[a]! - prefixes[b]! || Buffer.compare(idOf(a), idOf(b)));
}

const LARGEST = 127;
const ROWS_A_STEP = 1024;

/**
 * Quantises rows to int8 with one scale each. `read` writes the vector of a row into the given array. The error of a row is the length of
 * its rounding residual: by Cauchy-Schwarz, the product with a unit query cannot be off by more.
 */
function* quantiseRows(
  count: number,
  dimensions: number,
  read: (row: number, into: Float64Array) => void,
): Generator<undefined, QuantisedRows> {
  const dots = dotRows(count, dimensions);
  const scales = new Float32Array(count);
  const errors = new Float32Array(count);
  const vector = new Float64Array(dimensions);
  for (let row = 0; row < count; row++) {
    read(row, vector);
    quantiseRow(vector, row, { dots, scales, errors });
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
  }
  return { dots, scales, errors };
}

function quantiseRow(vector: Float64Array, row: number, { dots, scales, errors }: QuantisedRows): void {
  const { rows, width } = dots;
  const size = largest(vector);
  if (size < SMALLEST) return;
  scales[row] = size / LARGEST;
  const scale = scales[row]!;
  const inverse = 1 / scale;
  let lost = 0;
  for (let i = 0, at = row * width; i < vector.length; i++, at++) {
    const rounded = Math.floor(vector[i]! * inverse + 0.5);
    rows[at] = rounded;
    const difference = vector[i]! - rounded * scale;
    lost += difference * difference;
  }
  errors[row] = Math.sqrt(lost);
}
