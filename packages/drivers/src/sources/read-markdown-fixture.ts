import type { RawPage } from '@ibid/core';
import { join } from 'node:path';
import { folder } from './folder-fixture.ts';
import { markdownSource, type MarkdownSourceOptions } from './markdown.ts';

/** The pages that `markdownSource` gives for these files, by address, their revisions, and the rules of what it has said. `below` is the root within them. */
export async function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Omit<MarkdownSourceOptions, 'root'> & { readonly below?: string } = {},
): Promise<{ pages: Map<string, RawPage>; revisions: Map<string, string>; said: string[] }> {
  const { below = '', ...rest } = options;
  const source = markdownSource({ root: join(await folder(files), below), ...rest });
  const pages = new Map<string, RawPage>();
  const revisions = new Map<string, string>();
  const said: string[] = [];
  for await (const entry of source.list()) {
    revisions.set(entry.url, entry.revision);
    const { page, diagnostics } = await source.load(entry);
    said.push(...diagnostics.map((one) => one.rule));
    if (page !== undefined) pages.set(entry.url, page);
  }
  said.push(...source.diagnostics.map((one) => one.rule));
  await source.close();
  return { pages, revisions, said };
}
