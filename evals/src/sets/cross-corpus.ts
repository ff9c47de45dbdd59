import { hitAtK } from '@ibid/core/evaluate';
import { evenly } from '../evenly.ts';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet } from '../eval-set.ts';
import type { Corpus } from '../open-corpus.ts';
import { rankPages } from '../rank-pages.ts';
import type { LabelledQuestion } from './corpora.ts';

const QUESTIONS = 250;
const RETRIEVABLE = 5;
/** Passages to search, so that they contain at least `RETRIEVABLE` pages. */
const DEPTH = 40;

interface Named {
  readonly name: string;
  readonly corpus: Corpus;
  readonly questions: readonly LabelledQuestion[];
}

/** Asks questions about their own pages, which should answer, and about another corpus, which should not. */
export const crossCorpus: EvalSet = {
  name: 'cross-corpus',
  summary: 'Questions put to the pages that answer them, and to pages about something else.',
  folders: ['k8s-docs', 'zoomcamp-faq', 'squad2-dev'],
  async run(context) {
    const corpora = await openAll(context);
    const metrics: Record<string, number> = {};
    const own = { asked: 0, answered: 0 };
    const foreign = { asked: 0, answered: 0 };
    const rows: string[][] = [];
    const wrong: string[] = [];
    for (const pages of corpora) {
      const row = [pages.name];
      for (const asker of corpora) {
        const isOwn = pages === asker;
        const questions = isOwn ? await retrievable(pages) : asker.questions;
        let answered = 0;
        for (const { id, text } of questions) {
          const isAnswered = (await context.ask(pages.corpus, text)).outcome === 'answered';
          if (isAnswered) answered += 1;
          if (isAnswered !== isOwn) wrong.push(`${id}@${pages.name}`);
        }
        const share = answered / Math.max(1, questions.length);
        const total = isOwn ? own : foreign;
        total.asked += questions.length;
        total.answered += answered;
        if (isOwn) metrics[`own answered ${pages.name}`] = share;
        else metrics[`foreign refused ${asker.name} at ${pages.name}`] = 1 - share;
        row.push(`${answered} of ${questions.length}`);
      }
      rows.push(row);
    }
    return {
      metrics: {
        'foreign refused': 1 - foreign.answered / Math.max(1, foreign.asked),
        'own answered': own.answered / Math.max(1, own.asked),
        ...metrics,
      },
      facts: { 'own questions': own.asked, 'foreign questions': foreign.asked },
      tables: [
        {
          title: 'Answered questions: pages (rows) by origin of the question',
          head: ['', ...corpora.map(({ name }) => name)],
          rows,
        },
      ],
      misses: [{ title: 'Own question refused or foreign question answered (question@pages)', ids: wrong }],
      notes: [
        `Up to ${QUESTIONS} evenly spaced questions of each corpus. Own questions count when their page is among the first ${RETRIEVABLE} found.`,
      ],
    };
  },
};

async function openAll(context: EvalContext): Promise<readonly Named[]> {
  const { corpora } = context;
  const kubernetes = await corpora.kubernetes();
  const zoomcamp = await corpora.zoomcamp();
  const squad = await corpora.squad();
  const answerable = squad.questions.filter((question) => question.answerable);
  const some = (questions: readonly LabelledQuestion[]): readonly LabelledQuestion[] =>
    context.pick(evenly(questions, QUESTIONS));
  return [
    { name: 'k8s-docs', corpus: kubernetes.corpus, questions: some(kubernetes.questions) },
    { name: 'zoomcamp-faq', corpus: zoomcamp.corpus, questions: some(zoomcamp.questions) },
    { name: 'squad2-dev', corpus: squad.corpus, questions: some(answerable) },
  ];
}

async function retrievable({ corpus, questions }: Named): Promise<readonly LabelledQuestion[]> {
  const kept: LabelledQuestion[] = [];
  for (const question of questions) {
    const ranked = await rankPages(corpus, question.text, DEPTH);
    if (hitAtK(ranked, new Set([question.url]), RETRIEVABLE) === 1) kept.push(question);
  }
  return kept;
}
