import { fileURLToPath } from 'node:url';
import type { Source } from '@ibid/core/types';
import { htmlSource } from '@ibid/drivers/sources/html';
import { markdownSource } from '@ibid/drivers/sources/markdown';

export const SITE = 'https://traps.example.org/';
export const PAGES: string = fileURLToPath(new URL('pages', import.meta.url));

/** The pages of both halves, Markdown and HTML, as one site. */
export function trapPages(): Source {
  const markdown = markdownSource({ root: PAGES, siteUrl: SITE, flavour: 'folder' });
  const html = htmlSource({ root: PAGES, siteUrl: SITE });
  const owner = new Map<string, Source>();
  return {
    id: 'traps',
    diagnostics: [],
    async *list(call) {
      const entries = [];
      for (const source of [markdown, html]) {
        for await (const entry of source.list(call)) {
          owner.set(entry.url, source);
          entries.push(entry);
        }
      }
      yield* entries.sort((one, other) => (one.url < other.url ? -1 : 1));
    },
    load: (entry, call) => owner.get(entry.url)!.load(entry, call),
    async close() {
      await markdown.close();
      await html.close();
    },
  };
}
