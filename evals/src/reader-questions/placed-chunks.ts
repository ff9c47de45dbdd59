import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '@ibid/core/types';
import { sectionsAt, type Labels, type Place } from './labels.ts';

/**
 * Names the section of a chunk as the data set does. An index names files from the folder of the site's configuration, so leading folders
 * are dropped until the file is found below `root`. The parent is named only where the data set sees the same one, and the text before the
 * first heading, which the index files under the page's title, has no heading where that title is none.
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
