import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RawPage } from '@ibid/core/types';
import { pageLinks } from '@ibid/core/parse';
import { type FixtureReply, fixtureSite, type FixtureSite } from '@ibid/testkit';
import { onTestFinished } from 'vitest';
import { markdownSource, type MarkdownSourceOptions } from '../markdown.ts';
import type { SiteSourceOptions } from '../site.ts';

/** Creates a folder with these files, by path; it is removed after the current test. */
export async function folder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'ibid-source-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

/** Reads these files with `markdownSource`: pages and revisions by address, and rules of the diagnostics. `below` is the root within them. */
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

/** Reads links in this thread; hostile pages are tested with the worker. */
export const PARSER: SiteSourceOptions['parser'] = {
  links: (html, url) => Promise.resolve({ links: pageLinks(html, url), diagnostics: [] }),
};

export type Replies = Readonly<Record<string, FixtureReply>>;

/** Serves the replies until the end of the current test. */
export async function serve(replies: Replies): Promise<FixtureSite> {
  const site = await fixtureSite(replies);
  onTestFinished(() => site.close());
  return site;
}
