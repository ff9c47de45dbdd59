import { tokenize } from '@ibid/core';
import { evenly } from '../evenly.ts';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet, Table } from '../eval-set.ts';
import type { Corpus } from '../open-corpus.ts';
import { scoreTable, separation, type Scores } from '../similarity-scores.ts';
import type { LabelledQuestion } from './corpora.ts';

const QUESTIONS = 500;
const FOREIGN_QUESTIONS = 60;
const FOUND = 10;
const ALL_TOKENS = 1_000_000;
/** A prime, so that pages drawn in steps of it are spread over the list. */
const STEP = 7919;

type Asked = LabelledQuestion & { readonly module?: string };

interface Named {
  readonly name: string;
  readonly corpus: Corpus;
  readonly questions: readonly Asked[];
  readonly urls: readonly string[];
}

/** The two scores of one passage. */
interface Found {
  readonly url: string;
  readonly similarity: number;
  /** Uncalibrated. */
  readonly cosine: number;
}

/** Checks that 0.5 separates passages that answer from those that do not, on pages as different as documentation and short articles. */
export const similarity: EvalSet = {
  name: 'similarity',
  summary: 'Whether a similarity of 0.5 is the border between passages that answer and passages that do not.',
  folders: ['k8s-docs', 'zoomcamp-faq', 'squad2-dev', 'clapnq-dev'],
  async run(context) {
    const corpora = await openAll(context);
    const metrics: Record<string, number> = {};
    const facts: Record<string, number> = {};
    const tables: Table[] = [];
    for (const pages of corpora) {
      const { name } = pages;
      const { calibrated, plain } = await scoresOf(pages, corpora);
      for (const [metric, value] of Object.entries(separation(calibrated))) metrics[`${name} ${metric}`] = value;
      const raw = separation(plain);
      Object.assign(facts, {
        [`${name} right page found`]: calibrated.relevant.length,
        [`${name} plain cosine auroc wrong`]: raw['auroc wrong'],
        [`${name} plain cosine auroc foreign`]: raw['auroc foreign'],
        [`${name} plain cosine balanced acc.`]: raw['balanced accuracy'],
      });
      tables.push(scoreTable(`Similarity at ${name}`, calibrated));
    }
    return {
      metrics,
      facts,
      tables,
      notes: [
        `Up to ${QUESTIONS} questions of each corpus, the first ${FOUND} passages found for each. Relevant: the best of them on the page marked as right. Wrong: those on other pages, some of which answer as well. Foreign: what is found for ${FOREIGN_QUESTIONS} questions of each other corpus. Random: the best passage of a page drawn by lot.`,
        'Balanced accuracy: mean of the share of relevant passages kept and of wrong and foreign ones dropped at 0.5.',
      ],
    };
  },
};

async function openAll(context: EvalContext): Promise<readonly Named[]> {
  const { corpora } = context;
  const [squad, clap] = [await corpora.squad(), await corpora.clap()];
  const all = [
    await named('k8s-docs', await corpora.kubernetes()),
    await named('zoomcamp-faq', await corpora.zoomcamp()),
    await named('squad2-dev', { corpus: squad.corpus, questions: squad.questions.filter(isAnswerable) }),
    await named('clapnq-dev', { corpus: clap.corpus, questions: clap.questions.filter(isAnswerable) }),
  ];
  return all.map((one) => ({ ...one, questions: context.pick(evenly(one.questions, QUESTIONS)) }));
}

async function named(
  name: string,
  { corpus, questions }: { readonly corpus: Corpus; readonly questions: readonly Asked[] },
): Promise<Named> {
  const pages = await Array.fromAsync(corpus.store.listPages());
  return { name, corpus, questions, urls: pages.map(({ url }) => url) };
}

function isAnswerable({ answerable }: { readonly answerable: boolean }): boolean {
  return answerable;
}

async function scoresOf(
  pages: Named,
  corpora: readonly Named[],
): Promise<{ readonly calibrated: Scores; readonly plain: Scores }> {
  const relevant: Found[] = [];
  const wrong: Found[] = [];
  const random: Found[] = [];
  const foreign: (readonly Found[])[] = [];
  for (const [i, question] of pages.questions.entries()) {
    const found = await find(pages.corpus, question.text, question.module);
    const [best] = found.filter(({ url }) => url === question.url).toSorted((a, b) => b.similarity - a.similarity);
    if (best !== undefined) relevant.push(best);
    wrong.push(...found.filter(({ url }) => url !== question.url));
    const url = drawn(pages.urls, question.url, i);
    const [other] = await find(pages.corpus, question.text, undefined, url);
    random.push(other ?? { url, similarity: 0, cosine: 0 });
  }
  for (const { corpus, questions } of corpora) {
    if (corpus === pages.corpus) continue;
    for (const { text } of evenly(questions, FOREIGN_QUESTIONS)) foreign.push(await find(pages.corpus, text));
  }
  const scores = (of: (found: Found) => number): Scores => ({
    relevant: relevant.map(of),
    wrong: wrong.map(of),
    random: random.map(of),
    foreign: foreign.map((found) => found.map(of)),
  });
  return { calibrated: scores((found) => found.similarity), plain: scores((found) => found.cosine) };
}

/** Passages that the product finds, best first, with their uncalibrated cosines. */
async function find(corpus: Corpus, text: string, module?: string, page?: string): Promise<readonly Found[]> {
  const where = {
    ...(module === undefined ? {} : { module }),
    ...(page === undefined ? {} : { paths: [new URL(page).pathname] }),
  };
  const { hits, vector } = await corpus.engine.search({ text, limit: FOUND, tokens: ALL_TOKENS, where });
  const terms = [...new Set(tokenize(text))].map((term) => ({ term, count: 1 }));
  const { candidates } = await corpus.store.search({ terms, vector, limit: 100, where });
  const cosines = new Map(candidates.map((candidate) => [candidate.id, Math.max(0, candidate.similarity)]));
  return hits.map(({ chunk, similarity: score }) => ({
    url: chunk.url,
    similarity: score,
    cosine: cosines.get(chunk.id) ?? 0,
  }));
}

function drawn(urls: readonly string[], besides: string, turn: number): string {
  const at = (turn * STEP) % urls.length;
  return urls[at] === besides ? urls[(at + 1) % urls.length]! : urls[at]!;
}
