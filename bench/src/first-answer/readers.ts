/** Ways for a reader's browser to get an answer on a static site: Ibid's panel, and engines that list pages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { save } from '@orama/orama';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { writeStaticSite } from '../../../packages/cli/src/static-site.ts';
import { buildPagefind, buildSearchLocal, type BuiltSearch } from '../search-box/browser-engines.ts';
import { ORAMA_OPTIONS, ORAMA_SCHEMA, oramaIndex, SHOWN, type EngineInput } from '../search-box/engines.ts';

/** A page of a built site from the reader's point of view. */
export interface Reader {
  /**
   * Asks on the open page. Returns the milliseconds from the click that asks (the first one also opens the panel) until the whole answer,
   * or the list of pages, is shown.
   */
  ask(page: Page, question: string): Promise<number>;
}

/** Writes a site with its index into `folder`. */
export type BuildSite = (input: EngineInput) => Promise<Reader>;

const INDEX_PAGE = (script: string): string =>
  `<!doctype html><html lang="en"><head><title>Docs</title>${script}</head><body><main><h1>Docs</h1></main></body></html>`;

/** Measured in the page, because the browser driver would also wait for its slowed processes. `''` asks the question already in the open panel. */
function askIbid(question: string): string {
  return `(async () => {
    const { shadowRoot } = document.querySelector('ibid-ask');
    const asked = shadowRoot.querySelectorAll('[role=log] article').length;
    const press = document.createElement('button');
    Object.assign(press.dataset, { ibidOpen: ${JSON.stringify(question)}, ibidAsk: '' });
    document.body.append(press);
    const started = performance.now();
    if (${question !== ''}) press.click();
    else shadowRoot.querySelector('dialog form [type=submit]').click();
    const isAnswered = () => shadowRoot.querySelectorAll('[role=log][aria-busy=false] article').length > asked;
    await new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isAnswered()) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(shadowRoot, { subtree: true, childList: true, attributes: true });
    });
    press.remove();
    return performance.now() - started;
  })()`;
}

/** Milliseconds between two keys: 80 words a minute. */
const KEY_MS = 150;

/** `isTyped`: the reader opens the panel and types each question; the time starts when the question is sent. Otherwise a press asks it. */
const ibidPanel =
  (isTyped: boolean): BuildSite =>
  async ({ corpus, folder }) => {
    await mkdir(folder, { recursive: true });
    await writeStaticSite(corpus.store, join(folder, 'ibid'), { panel: true });
    const tag = '<script type="module" src="/ibid/ibid-ask.js" data-api="static:/ibid"></script>';
    await writeFile(join(folder, 'index.html'), INDEX_PAGE(tag));
    return {
      async ask(page, question) {
        const composer = page.getByRole('dialog').first().getByRole('textbox').last();
        if (isTyped && !(await composer.isVisible())) await page.getByRole('button').first().click();
        const isOpen = isTyped || (await composer.isVisible());
        if (isTyped) await composer.pressSequentially(question, { delay: KEY_MS });
        else if (isOpen) await composer.fill(question);
        return (await page.evaluate(askIbid(isOpen ? '' : question))) as number;
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
        const asking = `(async () => {
          const started = performance.now();
          globalThis.opened ??= (async () => { ${makeFind} return find; })();
          await (await globalThis.opened)(${JSON.stringify(question)});
          return performance.now() - started;
        })()`;
        return (await page.evaluate(asking)) as number;
      },
    };
  };

/** Uses Orama's own file format, restored in the browser. */
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
  Ibid: ibidPanel(false),
  'Ibid, questions typed': ibidPanel(true),
  // Pagefind's worker gives up if its first files take more than five seconds to load.
  Pagefind: finder((input) => buildPagefind(input, { noWorker: true })),
  'docusaurus-search-local': finder(buildSearchLocal),
  Orama: finder(buildOrama),
};
