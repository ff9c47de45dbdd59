import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Diagnostic, RawPage, Source } from '@ibid/core/types';
import { pageLinks } from '@ibid/core/parse';
import {
  fixturePage,
  type FixtureReply,
  fixtureSite,
  type FixtureSite,
  readSource,
  type SourceContent,
} from '@ibid/testkit';
import { onTestFinished } from 'vitest';
import { markdownSource, type MarkdownSourceOptions } from '../markdown.ts';
import { siteSource, type SiteSourceOptions } from '../site.ts';

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

/** Reads these files with `markdownSource`: pages and revisions by address, and all diagnostics. `below` is the root within them. */
export async function read(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Omit<MarkdownSourceOptions, 'root'> & { readonly below?: string } = {},
): Promise<{ pages: Map<string, RawPage>; revisions: Map<string, string>; said: string[]; messages: string[] }> {
  const { below = '', ...rest } = options;
  const source = markdownSource({ root: join(await folder(files), below), ...rest });
  const pages = new Map<string, RawPage>();
  const revisions = new Map<string, string>();
  const all: Diagnostic[] = [];
  for await (const entry of source.list()) {
    revisions.set(entry.url, entry.revision);
    const loaded = await source.load(entry);
    all.push(...loaded.diagnostics);
    if (loaded.page !== undefined) pages.set(entry.url, loaded.page);
  }
  all.push(...source.diagnostics);
  await source.close();
  return { pages, revisions, said: all.map(({ rule }) => rule), messages: all.map(({ message }) => message) };
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

export function page(title: string, ...links: readonly string[]): string {
  return fixturePage({ title, links });
}

export type CrawlOptions = Partial<SiteSourceOptions> & {
  /** Where the crawl starts. @default '/' */
  readonly path?: string;
};

/** A source of the served site, without waits; it is closed after the current test. */
export function openSite(site: FixtureSite, { path = '/', ...options }: CrawlOptions = {}): Source {
  const url = site.origin + path;
  const source = siteSource({ url, parser: PARSER, allowPrivate: true, sleep: () => Promise.resolve(), ...options });
  onTestFinished(() => source.close());
  return source;
}

export interface Crawl extends SourceContent {
  readonly messages: readonly string[];
  /** Paths of the requests, in order of arrival. */
  readonly requested: readonly string[];
}

export async function crawlSite(site: FixtureSite, options: CrawlOptions = {}): Promise<Crawl> {
  const before = site.requests.length;
  const source = openSite(site, options);
  const content = await readSource(source);
  return {
    ...content,
    messages: source.diagnostics.map(({ message }) => message),
    requested: site.requests.slice(before).map((request) => request.path),
  };
}

export async function crawl(replies: Replies, options: CrawlOptions = {}): Promise<Crawl> {
  return crawlSite(await serve(replies), options);
}
