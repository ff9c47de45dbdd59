import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '@ibid/core/types';
import { sectionsAt, type Labels, type Place } from './labels.ts';

/**
 * Converts the section of a chunk to the data set's naming. The index names files from the folder of the site's configuration, so leading
 * folders are dropped until the file is found below `root`. The parent heading is given only if the data set has the same one. The text
 * before the first heading is indexed under the page's title; if the data set has no such heading, it gets none.
 */
export function placeOf(labels: Labels, site: string, root: string, chunk: Chunk): Place {
  const parts = chunk.sourceFile.split('/');
  const cut = parts.findIndex((_, at) => existsSync(join(root, ...parts.slice(at))));
  const page = parts.slice(Math.max(0, cut)).join('/');
  const { heading, headings } = chunk;
  const within: Place = { page, heading, under: headings.at(-2) };
  if (within.under !== undefined && sectionsAt(labels, site, within).length > 0) return within;
  if (headings.length > 0 || sectionsAt(labels, site, { page, heading }).length > 0) return { page, heading };
  return { page, heading: '' };
}
