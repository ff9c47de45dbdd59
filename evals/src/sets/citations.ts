import { join } from 'node:path';
import type { Source } from '@ibid/core/types';
import { htmlSource } from '@ibid/drivers/sources/html';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { builtSite } from '../built-site.ts';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet } from '../eval-set.ts';
import { evenly } from '../evenly.ts';
import type { Corpus } from '../open-corpus.ts';
import { unpack } from '../unpack.ts';

const QUESTIONS = 100;

interface Site {
  readonly folder: string;
  readonly name: string;
  readonly siteUrl: string;
  readonly from: 'markdown' | 'html';
}

const SITES: readonly Site[] = [
  {
    folder: 'html-docusaurus-ai_native_textbook',
    name: 'textbook',
    siteUrl: 'https://usmankhan0016.github.io/ai_native-textbook/',
    from: 'markdown',
  },
  { folder: 'docs-rust-book', name: 'rust book', siteUrl: 'https://doc.rust-lang.org/book/', from: 'html' },
  {
    folder: 'html-docusaurus-search-local-i18n',
    name: 'i18n site',
    siteUrl: 'https://easyops-cn.github.io/docusaurus-search-local/',
    from: 'html',
  },
];

/** Checks citations against the words in the store, and their links against elements of the published page. */
export const citations: EvalSet = {
  name: 'citations',
  summary: 'Citations of all answers of this run against the store, and their links against sites as they were built.',
  folders: SITES.map(({ folder }) => folder),
  async run(context) {
    const metrics: Record<string, number> = {};
    const facts: Record<string, number> = {};
    const dead: string[] = [];
    const all = { checked: 0, alive: 0 };
    for (const site of SITES) {
      const outcome = await checkSite(context, site);
      all.checked += outcome.checked;
      all.alive += outcome.checked - outcome.dead.length;
      dead.push(...outcome.dead);
      metrics[`links alive ${site.name}`] = 1 - outcome.dead.length / Math.max(1, outcome.checked);
      facts[`${site.name} answered`] = outcome.answered;
      facts[`${site.name} questions`] = outcome.questions;
      facts[`${site.name} links checked`] = outcome.checked;
    }
    const totals = context.audit.totals();
    return {
      metrics: {
        'answers proved': totals.soundAnswers / Math.max(1, totals.answers),
        'citations verbatim': totals.verbatim / Math.max(1, totals.citations),
        'links alive': all.alive / Math.max(1, all.checked),
        ...metrics,
      },
      facts: { answers: totals.answers, citations: totals.citations, ...facts },
      misses: [{ title: 'Links without a target in the built page', ids: dead }],
      notes: [
        'An answer is proved when every statement has a citation and every citation is found in the store, byte for byte.',
        'Questions to the sites are their own headings. The textbook is indexed from its Markdown, the others from the HTML that the links are checked in. Every link counts: it is alive when the build has its page, and the page an element with its anchor as id.',
      ],
    };
  },
};

interface SiteOutcome {
  readonly questions: number;
  readonly answered: number;
  readonly checked: number;
  readonly dead: readonly string[];
}

async function checkSite(context: EvalContext, site: Site): Promise<SiteOutcome> {
  const data = join(context.data, site.folder);
  const built = join(context.scratch, site.folder, 'html');
  const written = join(context.scratch, site.folder, 'src-md');
  await unpack(join(data, 'html.tar.gz'), built);
  if (site.from === 'markdown') await unpack(join(data, 'src-md.tar.gz'), written);
  const { siteUrl } = site;
  const source: Source =
    site.from === 'html' ? htmlSource({ root: built, siteUrl }) : markdownSource({ root: written, siteUrl });
  const corpus = await context.corpora.open(site.name.replace(' ', '-'), source);
  const idsAt = builtSite(built, siteUrl);
  const questions = context.pick(evenly(await headings(corpus), QUESTIONS));
  const outcome = { questions: questions.length, answered: 0, checked: 0 };
  const dead: string[] = [];
  for (const text of questions) {
    const answer = await context.ask(corpus, text);
    if (answer.outcome === 'answered') outcome.answered += 1;
    for (const { url, anchor } of answer.citations) {
      outcome.checked += 1;
      const ids = await idsAt(url);
      if (ids === undefined || (anchor !== '' && !ids.has(anchor))) dead.push(`${url}#${anchor}`);
    }
  }
  return { ...outcome, dead };
}

/** Distinct headings of all sections, ordered by page. */
async function headings({ store }: Corpus): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { url } of store.listPages()) {
    const page = await store.getPage(url);
    for (const { heading } of page?.content ?? []) found.add(heading);
  }
  return [...found];
}
