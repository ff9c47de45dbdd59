import type { EvalSet } from '../eval-set.ts';
import { MAX_DEPTH, missedInFive, rankingMetrics, rankPages, rankPagesByWords, type Ranked } from '../rank-pages.ts';

const KINDS = ['realistic', 'informed', 'needle'];

/** Documentation pages found for questions in the words of someone with a problem. */
export const k8sDocs: EvalSet = {
  name: 'k8s-docs',
  summary: 'The right page of real documentation for questions in the words of someone with a problem.',
  folders: ['k8s-docs'],
  async run(context) {
    const { corpus, questions } = await context.corpora.kubernetes();
    let metrics: Record<string, number> = {};
    const facts: Record<string, number> = { pages: corpus.pages, chunks: corpus.chunks };
    const misses: { title: string; ids: readonly string[] }[] = [];
    for (const kind of KINDS) {
      const all: Ranked[] = [];
      const words: Ranked[] = [];
      for (const { id, text, url } of context.pick(questions.filter((question) => question.kind === kind))) {
        const relevant = new Set([url]);
        all.push({ id, relevant, ranked: await rankPages(corpus, text, MAX_DEPTH) });
        words.push({ id, relevant, ranked: await rankPagesByWords(corpus, text, MAX_DEPTH) });
      }
      metrics = { ...metrics, ...rankingMetrics(`${kind} `, all), ...rankingMetrics(`bm25f ${kind} `, words) };
      facts[`${kind} questions`] = all.length;
      misses.push({ title: `${kind}: page not among the first five`, ids: missedInFive(all) });
    }
    return {
      metrics,
      facts,
      misses,
      notes: [
        'A page stands at the place of its best passage. The rows bm25f are the word leg alone.',
        'Each question has one page marked as right though others may answer as well, so 1 cannot be reached.',
      ],
    };
  },
};
