import type { EvalSet } from '../eval-set.ts';
import { missedInFive, rankingMetrics, rankPages, rankPagesByWords, type Ranked } from '../rank-pages.ts';

/** Nearly every entry is one passage, so this covers more pages than the metrics use. */
const DEPTH = 20;

/** Entries of a FAQ, searched within the reader's course. */
export const zoomcampFaq: EvalSet = {
  name: 'zoomcamp-faq',
  summary: 'The right entry of a FAQ, searched within one course.',
  folders: ['zoomcamp-faq'],
  async run(context) {
    const { corpus, questions } = await context.corpora.zoomcamp();
    const all: Ranked[] = [];
    const words: Ranked[] = [];
    for (const { id, text, url, module } of context.pick(questions)) {
      const relevant = new Set([url]);
      all.push({ id, relevant, ranked: await rankPages(corpus, text, DEPTH, { module }) });
      words.push({ id, relevant, ranked: await rankPagesByWords(corpus, text, DEPTH, { module }) });
    }
    return {
      metrics: { ...rankingMetrics('', all), ...rankingMetrics('bm25f ', words) },
      facts: { pages: corpus.pages, chunks: corpus.chunks, questions: all.length },
      misses: [{ title: 'Entry not among the first five', ids: missedInFive(all) }],
      notes: ['The questions are paraphrases of the entries, so the set is nearly saturated.'],
    };
  },
};
