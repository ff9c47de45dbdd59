/** Engines that search in this process, each with the settings that its own documentation shows for a search box. */
import type { Corpus } from '../../../evals/src/open-corpus.ts';
import { create, insertMultiple, search, type Orama } from '@orama/orama';
import MiniSearch from 'minisearch';
import { milliseconds } from '../measure.ts';
import type { BoxPage } from './box-site.ts';

export interface Asked {
  /** URLs of hits, best first; may contain a page several times. */
  readonly urls: readonly string[];
  readonly ms: number;
}

/** An engine over one site. It receives each text as typed so far by the reader. */
export interface BoxEngine {
  ask(texts: readonly string[]): Promise<readonly Asked[]>;
  close(): Promise<void>;
}

export interface EngineInput {
  readonly pages: readonly BoxPage[];
  readonly corpus: Corpus;
  /** Must be empty. */
  readonly folder: string;
}

export type OpenEngine = (input: EngineInput) => Promise<BoxEngine>;

export const SHOWN = 5;

export const ibid: OpenEngine = async ({ corpus }) =>
  inProcess(async (text) => (await corpus.engine.lookUp({ text, limit: SHOWN })).pages.map(({ url }) => url));

export const miniSearch: OpenEngine = async ({ pages }) => {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    storeFields: ['url'],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2, heading: 2 } },
  });
  await index.addAllAsync(documents(pages));
  return inProcess(async (text) => index.search(text).map(({ url }) => url as string));
};

export const ORAMA_SCHEMA = { title: 'string', heading: 'string', text: 'string' } as const;
export const ORAMA_OPTIONS = { boost: { title: 2, heading: 2 }, limit: 100 };

export async function oramaIndex(pages: readonly BoxPage[]): Promise<Orama<typeof ORAMA_SCHEMA>> {
  const index = create({ schema: ORAMA_SCHEMA });
  await insertMultiple(index, documents(pages) as unknown as Parameters<typeof insertMultiple>[1]);
  return index;
}

/** `tolerance`: maximum number of edits of a word; 0 is Orama's default. A higher value finds more misspelt names but fewer complete ones. */
export const orama =
  (tolerance: number): OpenEngine =>
  async ({ pages }) => {
    const index = await oramaIndex(pages);
    const options = { tolerance, ...ORAMA_OPTIONS };
    return inProcess(async (term) => {
      const { hits } = await search(index, { term, ...options });
      return hits.map(({ document }) => (document as unknown as { readonly url: string }).url);
    });
  };

/** One document per section. */
function documents(pages: readonly BoxPage[]): readonly Readonly<Record<string, string>>[] {
  return pages.flatMap(({ url, title, sections }, page) =>
    sections.map(({ heading, text }, section) => ({ id: `${page}-${section}`, url, title, heading, text })),
  );
}

function inProcess(find: (text: string) => Promise<readonly string[]>): BoxEngine {
  return {
    async ask(texts) {
      const asked: Asked[] = [];
      for (const text of texts) {
        const started = performance.now();
        const urls = await find(text);
        asked.push({ urls, ms: milliseconds(started) });
      }
      return asked;
    },
    close: () => Promise.resolve(),
  };
}
