import { sha256Hex } from '@ibid/core';
import { basename } from 'node:path';

/**
 * Tells a folder from another of the same name without saying where it lies: an index of one project's `docs` is not brought up
 * to date from another's.
 */
export function folderId(kind: string, root: string): string {
  return `${kind}:${basename(root)}@${sha256Hex(root).slice(0, 8)}`;
}
