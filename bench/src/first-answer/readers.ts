/** How a reader's browser comes to an answer on a site of files, by Ibid's panel and by engines that lead to pages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { save } from '@orama/orama';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { writeStaticSite } from '../../../packages/cli/src/static-site.ts';
import { buildPagefind, buildSearchLocal, type BuiltSearch } from '../search-box/browser-engines.ts';
import { ORAMA_OPTIONS, ORAMA_SCHEMA, oramaIndex, SHOWN, type EngineInput } from '../search-box/engines.ts';

/** A page of a built site as a reader uses it. */
export interface Reader {
  /** Asks on the open page, from the reader's first press on, and ends when all of the answer, or the list of pages, is there. */
  ask(page: Page, question: string): Promise<void>;
}

/** Writes a site with its index into `folder`. */
export type BuildSite = (input: EngineInput) => Promise<Reader>;

const INDEX_PAGE = (script: string): string =>
  `<!doctype html><html lang="en"><head><title>Docs</title>${script}</head><body><main><h1>Docs</h1></main></body></html>`;

export const ibidPanel: BuildSite = async ({ corpus, folder }) => {
  await mkdir(folder, { recursive: true });
  await writeStaticSite(corpus.store, join(folder, 'ibid'), { panel: true });
  const tag = '<script type="module" src="/ibid/ibid-ask.js" data-api="static:/ibid"></script>';
  await writeFile(join(folder, 'index.html'), INDEX_PAGE(tag));
  return {
    async ask(page, question) {
      const dialog = page.getByRole('dialog').first();
      const composer = dialog.getByRole('textbox').last();
      if (!(await dialog.isVisible())) await page.keyboard.press('Control+i');
      const before = await dialog.getByRole('article').count();
      await composer.fill(question);
      await composer.press('Enter');
      await dialog.getByRole('article').nth(before).waitFor();
      await dialog.locator('[role=log][aria-busy=false]').waitFor();
    },
  };
};

const finder =
  (build: (input: EngineInput) => Promise<BuiltSearch>): BuildSite =>
  async (input) => {
    const { makeFind } = await build(input);
    await writeFile(join(input.folder, 'index.html'), INDEX_PAGE(''));
    return {
      async ask(page, question) {
        await page.evaluate(
          `(async () => {
            globalThis.opened ??= (async () => { ${makeFind} return find; })();
            await (await globalThis.opened)(${JSON.stringify(question)});
          })()`,
        );
      },
    };
  };

/** Its own file format, restored in the browser. */
async function buildOrama({ pages, folder }: EngineInput): Promise<BuiltSearch> {
  await writeFile(join(folder, 'orama-index.json'), JSON.stringify(save(await oramaIndex(pages))));
  const entry = join(folder, 'orama-entry.mjs');
  await writeFile(
    entry,
    `export { create, load, search } from ${JSON.stringify(import.meta.resolve('@orama/orama').slice('file://'.length))};`,
  );
  const bundle = await rolldown({ input: entry, platform: 'browser' });
  await bundle.write({ file: join(folder, 'orama.js'), minify: true });
  await bundle.close();
  const options = JSON.stringify({ ...ORAMA_OPTIONS, limit: SHOWN });
  return {
    makeFind: `const [{ create, load, search }, data] = await Promise.all([import('/orama.js'), fetch('/orama-index.json').then((file) => file.json())]);
    const index = create({ schema: ${JSON.stringify(ORAMA_SCHEMA)} });
    load(index, data);
    const find = async (term) => (await search(index, { term, ...${options} })).hits.map(({ document }) => document.url);`,
  };
}

export const READERS: Readonly<Record<string, BuildSite>> = {
  Ibid: ibidPanel,
  Pagefind: finder(buildPagefind),
  'docusaurus-search-local': finder(buildSearchLocal),
  Orama: finder(buildOrama),
};
