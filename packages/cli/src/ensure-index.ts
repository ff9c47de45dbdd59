import { IbidError } from '@ibid/core';
import type { Context } from './main.ts';
import { findDocs } from './detect-source.ts';
import { indexFile, mayExist } from './index-address.ts';

/**
 * Makes sure that there is something to ask: brings the index up to `source` when one is named, and indexes those of the
 * configuration, or of the working folder, when there is no index file yet and none was named. An index that several servers share is
 * made when somebody says so: each of them would begin to make it.
 */
export async function ensureIndex(source: string | undefined, context: Context): Promise<void> {
  const { settings, terminal } = context;
  if (source === undefined && mayExist(settings.index)) return;
  const found = source ?? (settings.indexNamed ? undefined : (settings.source ?? (await findDocs())));
  if (found === undefined) {
    throw new IbidError('NOT_INDEXED', `There is no index at \`${settings.index}\`. Index a folder or a site first.`);
  }
  if (source === undefined) terminal.note(`No index yet; indexing \`${found}\` first.`);
  const { indexSite } = await import('./run-ingest.ts');
  try {
    await indexSite({ source: found, sameSourceOnly: true }, context);
  } catch (error) {
    // Servers that share an index begin at the same time, and one of them is enough to bring it up to date.
    if (!IbidError.is(error, 'STORE_BUSY') || indexFile(settings.index) !== undefined) throw error;
    terminal.note(`${error.message}. Until then answers come from what is there.`);
  }
}
