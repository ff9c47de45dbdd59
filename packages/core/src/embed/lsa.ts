import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { countEach, tokenize, TOKENIZER_ID } from '../text/tokenize.ts';
import type { Calibration, Drift, EmbeddingSpace, PassageCounts } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';

/**
 * Stored form of a fit, little-endian:
 *
 *     8 bytes  `ibid-lsa`
 *     u32 × 7  algorithm version, dimensions, terms, passages in the fit, seed, bytes of the tokenizer id, bytes of the terms
 *     UTF-8    tokenizer id, then the terms joined by line feeds (a token never holds one)
 *     f32      idf of each term
 *     f32      scale of each term's row of the basis
 *     i16      the basis, terms × dimensions; an entry is worth `scale · value`
 *     u32      passages embedded since the fit; left out where there are none, and no part of the id
 *
 * One scale a row keeps the rows of rare terms, which are short, as exact as the others; 16 bits err by 1/65,534 of a row's largest
 * entry, a fiftieth of what half precision would, in the same space. The fit and every later passage are projected
 * through these stored numbers, so that a passage of the fit gets the same vector whenever it is embedded.
 */
interface LsaModel {
  readonly tokenizer: string;
  readonly dimensions: number;
  readonly passages: number;
  readonly seed: number;
  readonly terms: readonly string[];
  readonly idf: Float32Array;
  readonly scales: Float32Array;
  readonly basis: Int16Array;
}

const LSA_VERSION = 1;

const MAGIC = 'ibid-lsa';
const FIELDS = 7;
const HEADER = MAGIC.length + 4 * FIELDS;

export function encodeLsa(model: LsaModel): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const tokenizer = encoder.encode(model.tokenizer);
  const terms = encoder.encode(model.terms.join('\n'));
  const count = model.terms.length;
  const bytes = new Uint8Array(HEADER + tokenizer.length + terms.length + 8 * count + 2 * model.basis.length);
  const view = new DataView(bytes.buffer);
  bytes.set(encoder.encode(MAGIC));
  [LSA_VERSION, model.dimensions, count, model.passages, model.seed, tokenizer.length, terms.length].forEach(
    (value, field) => view.setUint32(MAGIC.length + 4 * field, value, true),
  );
  bytes.set(tokenizer, HEADER);
  bytes.set(terms, HEADER + tokenizer.length);
  let at = HEADER + tokenizer.length + terms.length;
  for (let i = 0; i < count; i++, at += 4) view.setFloat32(at, model.idf[i]!, true);
  for (let i = 0; i < count; i++, at += 4) view.setFloat32(at, model.scales[i]!, true);
  for (let i = 0; i < model.basis.length; i++, at += 2) view.setInt16(at, model.basis[i]!, true);
  return bytes;
}

/** Throws `INDEX_MISMATCH` for another version of the algorithm, `INDEX_DAMAGED` for bytes that are no such fit. */
function decodeLsa(bytes: Uint8Array): LsaModel {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  if (bytes.length < HEADER || decoder.decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw damaged(`${bytes.length} bytes do not begin as a fit does`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = Array.from({ length: FIELDS }, (_, field) => view.getUint32(MAGIC.length + 4 * field, true));
  const [version, dimensions, count, passages, seed, tokenizerBytes, termBytes] = fields as Tuple7;
  if (version !== LSA_VERSION) {
    throw new IbidError(
      'INDEX_MISMATCH',
      `The index holds an LSA fit of version ${version}; this program reads version ${LSA_VERSION}. Index the site again.`,
      { details: { version } },
    );
  }
  const expected = fitLength(view);
  if (bytes.length !== expected && bytes.length !== expected + 4)
    throw damaged(`it has ${bytes.length} bytes instead of ${expected}`);
  const text = (start: number, length: number): string => decoder.decode(bytes.subarray(start, start + length));
  const terms = count === 0 ? [] : text(HEADER + tokenizerBytes, termBytes).split('\n');
  if (terms.length !== count) throw damaged(`it lists ${terms.length} terms instead of ${count}`);

  const idf = new Float32Array(count);
  const scales = new Float32Array(count);
  const basis = new Int16Array(count * dimensions);
  let at = HEADER + tokenizerBytes + termBytes;
  for (let i = 0; i < count; i++, at += 4) idf[i] = view.getFloat32(at, true);
  for (let i = 0; i < count; i++, at += 4) scales[i] = view.getFloat32(at, true);
  for (let i = 0; i < basis.length; i++, at += 2) basis[i] = view.getInt16(at, true);
  return { tokenizer: text(HEADER, tokenizerBytes), dimensions, passages, seed, terms, idf, scales, basis };
}

/** Bytes of the fit itself. */
function fitLength(view: DataView): number {
  const field = (index: number): number => view.getUint32(MAGIC.length + 4 * index, true);
  return HEADER + field(5) + field(6) + field(2) * (8 + 2 * field(1));
}

/** Passages in a fit, and those embedded since. `data` is what `decodeLsa` takes. */
export function fitCounts(data: Uint8Array): { readonly fitted: number; readonly folded: number } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const end = fitLength(view);
  return { fitted: view.getUint32(MAGIC.length + 12, true), folded: data.length > end ? view.getUint32(end, true) : 0 };
}

/** The same fit with another number of passages embedded since. */
function withFolded(data: Uint8Array, folded: number): Uint8Array<ArrayBuffer> {
  const end = fitLength(new DataView(data.buffer, data.byteOffset, data.byteLength));
  const bytes = new Uint8Array(end + 4);
  bytes.set(data.subarray(0, end));
  new DataView(bytes.buffer).setUint32(end, folded, true);
  return bytes;
}

type Tuple7 = [number, number, number, number, number, number, number];

function damaged(what: string): IbidError {
  return new IbidError('INDEX_DAMAGED', `The LSA fit in the index is damaged: ${what}. Index the site again.`);
}

/** Stable prefix of every id. */
export const LSA_FAMILY = 'builtin/lsa';

/**
 * Identity of the space: algorithm, version, dimensions, and a hash over the whole fit, tokenizer id and seed included. Two
 * fits are two spaces even where their dimensions agree.
 */
export function lsaId(dimensions: number, data: Uint8Array): string {
  const end = fitLength(new DataView(data.buffer, data.byteOffset, data.byteLength));
  return `${LSA_FAMILY}@${LSA_VERSION}:${dimensions}:${bytesToHex(sha256(data.subarray(0, end))).slice(0, 16)}`;
}

/**
 * One pair for every site, measured on eighteen sites of five kinds and rounded; see `docs/decisions`. Borders estimated from each site
 * itself (headings or sentences asked of their own passages) fitted real questions worse than this constant. It belongs
 * to the way vectors and BM25F are made here, not to a fit, so that indexes need not be rebuilt when it changes.
 */
export const LSA_CALIBRATION: Calibration = { likeness: 'cosine-and-words', midpoint: 0.35, slope: 3 };

/** A fit ready for use. */
export interface LsaProjector {
  readonly id: string;
  readonly dimensions: number;
  /** Passages that were in the fit. */
  readonly passages: number;
  /** L2-normalised; all zero when the fit knows no word of the text. */
  project(text: string): Float32Array;
}

/** x(t,p) as `fit-lsa.ts` defines it, before the row is scaled. */
export function termWeight(count: number, idf: number): number {
  return (1 + Math.log(count)) * idf;
}

const FLOOR = 1e-9;

/**
 * Throws `INDEX_MISMATCH` for a fit of another version of the algorithm or of the tokenizer, `INDEX_DAMAGED` for bytes that are
 * no fit. Compare `id` with the one stored next to the bytes: it is computed from them again.
 */
export function openLsa(data: Uint8Array): LsaProjector {
  const model = decodeLsa(data);
  if (model.tokenizer !== TOKENIZER_ID) {
    throw new IbidError(
      'INDEX_MISMATCH',
      `The index was fitted with tokenizer ${model.tokenizer}; this program has ${TOKENIZER_ID}. Index the site again.`,
      { details: { tokenizer: model.tokenizer } },
    );
  }
  const { dimensions, passages, idf, scales, basis } = model;
  const rowOf = new Map(model.terms.map((term, row) => [term, row]));
  const sums = new Float64Array(dimensions);
  return {
    id: lsaId(dimensions, data),
    dimensions,
    passages,
    project(text) {
      sums.fill(0);
      for (const [term, count] of countEach(tokenize(text))) {
        const row = rowOf.get(term);
        if (row === undefined) continue;
        const weight = termWeight(count, idf[row]!) * scales[row]!;
        const from = row * dimensions;
        for (let j = 0; j < dimensions; j++) sums[j]! += weight * basis[from + j]!;
      }
      return normalised(sums);
    },
  };
}

function normalised(sums: Float64Array): Float32Array {
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  const length = Math.sqrt(squares);
  return length > FLOOR ? Float32Array.from(sums, (sum) => sum / length) : new Float32Array(sums.length);
}

/** Up to this many passages new pages bring the most words that a fit does not know. */
const SMALL_SITE = 2000;
/** Share of passages outside the fit above which a site is fitted again. */
const FOLDED_SHARE = { small: 0.1, large: 0.2 };

/**
 * Returns true if a fit is out of date: from a tenth of the passages on small sites, a fifth on larger ones, so that one
 * changed page costs no other page its vectors. Passages that were removed do not count, for a space that knows too much harms
 * nothing. `docs/decisions` has the figures.
 */
export function lsaDrift(space: EmbeddingSpace, counts: PassageCounts): Drift {
  const { total } = counts;
  const { fitted } = fitCounts(space.data);
  const folded = foldedNow(space, counts);
  if (total === 0) return { refit: false, reason: 'There are no passages.' };
  if (fitted === 0) return { refit: true, reason: 'The fit had no passages.' };
  if (folded === 0) return { refit: false, reason: 'Every passage was in the fit.' };
  const figures = `${folded} of ${total} passages were not in the fit`;
  const share = total <= SMALL_SITE ? FOLDED_SHARE.small : FOLDED_SHARE.large;
  return folded >= share * total
    ? { refit: true, reason: `${figures}; from ${share * 100} % on they are found less well.` }
    : { refit: false, reason: `${figures}; below ${share * 100} % that does little harm.` };
}

/** The fit, which remembers how many passages it has been used for since. */
export function extendLsa(space: EmbeddingSpace, counts: PassageCounts): EmbeddingSpace {
  return { ...space, data: withFolded(space.data, foldedNow(space, counts)) };
}

/** At least as many passages as there are more now than in the fit: an interrupted run may have embedded some that nobody counted. */
function foldedNow({ data }: EmbeddingSpace, { total, added }: PassageCounts): number {
  const { fitted, folded } = fitCounts(data);
  return Math.min(total, Math.max(folded + added, total - fitted));
}
