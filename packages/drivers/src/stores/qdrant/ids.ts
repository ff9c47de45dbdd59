/**
 * How terms and points are called in Qdrant. Everything follows from what a point stands for and the epoch that it was written in, so
 * that writing it twice leaves one point.
 */
import { createHash } from 'node:crypto';

/** Key of a term in payloads: 16 hex digits, so that no term can read as a path into the payload. */
export function termKey(term: string): string {
  return termNames(term).key;
}

/** Index of a term in sparse vectors, 0 to 2³² − 1. Two terms of one index add up there, which is why no score rests on it. */
export function termIndex(term: string): number {
  return termNames(term).index;
}

interface TermNames {
  readonly key: string;
  readonly index: number;
}

/** A site says the same words over and over, and hashing them is most of the work of writing a passage. */
const known = new Map<string, TermNames>();
const MOST_KNOWN = 100_000;

function termNames(term: string): TermNames {
  const found = known.get(term);
  if (found !== undefined) return found;
  const hash = digest(term);
  const names = { key: hash.subarray(0, 8).toString('hex'), index: hash.readUInt32BE(8) };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(term, names);
  return names;
}

/** UUID of a passage as written in `epoch`. It begins as the chunk id does, so that the order of points is nearly that of chunks. */
export function passagePointId(chunkId: string, epoch: number): string {
  const hash = digest(`passage ${epoch} ${chunkId}`).toString('hex');
  const start = chunkId.slice(0, 12);
  return uuid(/^[0-9a-f]{12}$/.test(start) ? start + hash.slice(12) : hash);
}

/** UUID of a page, or of its content, as written in `epoch`. */
export function pagePointId(url: string, epoch: number): string {
  return uuid(digest(`page ${epoch} ${url}`).toString('hex'));
}

/** UUID of the counts of a term; `lineage` as in `ShownState`. */
export function termPointId(lineage: number, term: string): string {
  return uuid(digest(`term ${lineage} ${term}`).toString('hex'));
}

/** Of UTF-16 units: UTF-8 makes one of all lone surrogates. */
function digest(text: string): Buffer {
  return createHash('sha256').update(Buffer.from(text, 'utf16le')).digest();
}

/** Version 8: 122 bits of our own. */
function uuid(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
