import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';
import type { Context } from './context.ts';
import { findDocs } from './detect-source.ts';

/**
 * Makes sure that there is something to ask: brings the index up to `source` when one is named, and indexes the docs of the
 * working folder when there is no index yet and none was named.
 */
export async function ensureIndex(source: string | undefined, context: Context): Promise<void> {
  const { settings, terminal } = context;
  const named = source ?? (existsSync(settings.index) ? undefined : settings.source);
  if (named !== undefined) {
    const { indexSite } = await import('./index-site.ts');
    await indexSite({ source: named, sameSourceOnly: true }, context);
    return;
  }
  if (existsSync(settings.index)) return;
  const docs = settings.indexNamed ? undefined : await findDocs();
  if (docs === undefined) {
    throw new IbidError('NOT_INDEXED', `There is no index at \`${settings.index}\`. Index a folder or a site first.`);
  }
  terminal.note(`No index yet; indexing \`${docs}\` first.`);
  const { indexSite } = await import('./index-site.ts');
  await indexSite({ source: docs }, context);
}
