import { join } from 'node:path';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import type { Chunk } from '@ibid/core/types';
import { evenly } from '../evenly.ts';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet } from '../eval-set.ts';
import type { Corpus } from '../open-corpus.ts';
import { mistype } from '../reader-questions/mistype.ts';

const FOLDER = 'reader-questions';
const SITES = [
  { name: 'fastify', root: 'sites/fastify/docs' },
  { name: 'redux-toolkit', root: 'sites/redux-toolkit/docs' },
];
const HEADINGS = 60;
const IDENTIFIERS = 40;
const SHOWN = 5;
/** Share of a name that is typed. `FEWEST`: minimum number of letters. */
const BEGINNING = 0.6;
const FEWEST = 4;
const IDENTIFIER = /^(?=.*[a-z\d][A-Z_.-])[A-Za-z][\w.-]{5,40}$/u;

/** A name in a site, and the pages that contain it. */
export interface Name {
  readonly text: string;
  readonly kind: 'heading' | 'identifier';
  readonly urls: ReadonlySet<string>;
}

export const FORMS: Readonly<Record<string, (text: string) => string>> = {
  exact: (text) => text,
  // Identifiers lose a letter from their middle.
  'one slip': (text) => mistype(text, 1) ?? text.slice(0, text.length >> 1) + text.slice((text.length >> 1) + 1),
  beginning: (text) => text.slice(0, Math.max(FEWEST, Math.ceil(text.length * BEGINNING))),
};

/** Headings and identifiers of three sites, as a reader types them into a search box. */
export const searchBox: EvalSet = {
  name: 'search-box',
  summary:
    'Headings and identifiers of three sites, typed in full, with a slip, and not to the end: a page that has them among the first five.',
  folders: [FOLDER, 'k8s-docs'],
  async run(context) {
    const found = new Map<string, boolean[]>();
    const misses = new Map<string, string[]>();
    for (const { site, corpus } of await searchBoxSites(context)) {
      for (const name of context.pick(await namesOf(corpus))) {
        for (const [form, typed] of Object.entries(FORMS)) {
          const text = typed(name.text);
          const { pages } = await corpus.engine.lookUp({ text, limit: SHOWN });
          const isFound = pages.some(({ url }) => name.urls.has(url));
          for (const key of [form, `${name.kind}: ${form}`]) found.set(key, [...(found.get(key) ?? []), isFound]);
          if (!isFound) misses.set(form, [...(misses.get(form) ?? []), `${site}: ${text}`]);
        }
      }
    }
    const rate = (key: string): number => {
      const all = found.get(key) ?? [];
      return all.filter(Boolean).length / Math.max(1, all.length);
    };
    return {
      metrics: {
        ...Object.fromEntries([...found.keys()].map((key) => [`${key} hit@5`, rate(key)])),
        'one slip keeps': Math.min(1, rate('one slip') / rate('exact')),
        'beginning keeps': Math.min(1, rate('beginning') / rate('exact')),
      },
      facts: { names: found.get('exact')?.length ?? 0 },
      misses: [...misses].map(([form, ids]) => ({ title: `${form}: not among the first five`, ids })),
      notes: ['"Keeps" is the share of what is found for the names typed in full.'],
    };
  },
};

/** Indexes and opens the three sites. */
export async function searchBoxSites(
  context: EvalContext,
): Promise<readonly { readonly site: string; readonly corpus: Corpus }[]> {
  const { corpus } = await context.corpora.kubernetes();
  const opened = [{ site: 'kubernetes', corpus }];
  for (const { name, root } of SITES) {
    const source = markdownSource({ root: join(context.data, FOLDER, root), siteUrl: `https://${name}.example.org/` });
    opened.push({ site: name, corpus: await context.corpora.open(`search-box-${name}`, source) });
  }
  return opened;
}

/** Selects `HEADINGS` headings and `IDENTIFIERS` identifiers, spread over the site. An identifier belongs to every page that contains it. */
export async function namesOf({ store }: Corpus): Promise<readonly Name[]> {
  const chunks: Chunk[] = [];
  for await (const { page } of store.readPages()) chunks.push(...page.chunks.map(({ chunk }) => chunk));
  const headings = Map.groupBy(
    chunks.filter(({ heading }) => heading.length >= FEWEST),
    ({ heading }) => heading,
  );
  const identifiers = new Set(chunks.flatMap(codeOf).filter((text) => IDENTIFIER.test(text)));
  return [
    ...evenly([...headings], HEADINGS).map(([text, own]) => ({ text, kind: 'heading' as const, urls: urlsOf(own) })),
    ...evenly([...identifiers], IDENTIFIERS).map((text) => ({
      text,
      kind: 'identifier' as const,
      urls: urlsOf(chunks.filter((chunk) => chunk.text.includes(text))),
    })),
  ];
}

function urlsOf(chunks: readonly Chunk[]): ReadonlySet<string> {
  return new Set(chunks.map(({ url }) => url));
}

function codeOf({ text, marks }: Chunk): readonly string[] {
  return marks.flatMap(({ kind, start, end }) => (kind === 'code' ? [text.slice(start, end)] : []));
}
