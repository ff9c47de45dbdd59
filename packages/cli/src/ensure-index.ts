import { IbidError } from '@ibid/core';
import type { Context } from './main.ts';
import { findDocs } from './detect-source.ts';
import { mayExist } from './stores.ts';

/**
 * Makes sure that there is an index to ask. Updates it from `source` if given. Otherwise, if the index file is missing and no index was
 * named, indexes the configured source or the docs in the working folder. An index shared by several servers is never created implicitly,
 * because each server would start to create it.
 */
export async function ensureIndex(
  source: string | undefined,
  context: Context,
  { servesPages = false }: { readonly servesPages?: boolean } = {},
): Promise<void> {
  const { settings, terminal } = context;
  const { index } = settings;
  if (source === undefined && mayExist(index)) return;
  const found = source ?? (settings.indexNamed ? undefined : (settings.source ?? (await findDocs())));
  if (found === undefined) {
    throw new IbidError('NOT_INDEXED', `There is no index at \`${index.name}\`. Index a folder or a site first.`);
  }
  if (source === undefined) terminal.note(`No index yet; indexing \`${found}\` first.`);
  const { indexSite } = await import('./run-ingest.ts');
  try {
    await indexSite({ source: found, sameSourceOnly: true, servesPages }, context);
  } catch (error) {
    // Servers that share an index start at the same time; one of them is enough to update it.
    if (!IbidError.is(error, 'STORE_BUSY') || index.file !== undefined) throw error;
    terminal.note(`${error.message}. Until then answers come from what is there.`);
  }
}
