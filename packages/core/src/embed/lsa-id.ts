import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { LSA_VERSION } from './lsa-format.ts';

/** Stable prefix of every id. */
export const LSA_FAMILY = 'builtin/lsa';

/**
 * Identity of the space: algorithm, version, dimensions, and a hash over the whole stored fit, tokenizer id and seed included. Two
 * fits are two spaces even where their dimensions agree.
 */
export function lsaId(dimensions: number, data: Uint8Array): string {
  return `${LSA_FAMILY}@${LSA_VERSION}:${dimensions}:${bytesToHex(sha256(data)).slice(0, 16)}`;
}
