import { join } from 'node:path';
import { foldAnswer } from '@ibid/core';
import type { Answer } from '@ibid/core/types';
import { hitAtK } from '@ibid/core/evaluate';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet } from '../eval-set.ts';
import { mtragTasks, type MtragTask } from '../mtrag-tasks.ts';
import { openCorpus, type Corpus } from '../open-corpus.ts';
import { rankingMetrics, rankPages, type Ranked } from '../rank-pages.ts';
import { isAnswered } from '../refusals.ts';
import { clapNq, squad, zoomcampFaq } from './corpora.ts';

const DEPTH = 20;
const HALVES = ['seen', 'unseen'] as const;
/** Searched within the domain of the conversation, or among all passages. */
const SCOPES = ['', 'wide '] as const;

interface Asked {
  readonly task: MtragTask;
  /** Answer with the history (below: without it). */
  readonly answer: Answer;
  readonly alone: Answer;
  readonly ranked: Readonly<Record<string, Ranked>>;
}

/** Last questions of conversations, as written and completed from the history. */
export const mtragUn: EvalSet = {
  name: 'mtrag-un',
  summary:
    'Follow-up questions: passages found with and without what the conversation was about, and questions that must stay as they are.',
  folders: ['mtrag-un', 'squad2-dev', 'zoomcamp-faq', 'clapnq-dev'],
  async run(context) {
    const { pages, tasks } = await mtragTasks(context.data);
    const others = await Promise.all([squad, zoomcampFaq, clapNq].map((load) => load(context.data)));
    const all = [...pages, ...others.flatMap((corpus) => corpus.pages.map((page) => ({ ...page, module: 'other' })))];
    const corpus = await openCorpus('mtrag-un', all, join(context.scratch, 'mtrag-un.db'));
    context.progress(`indexed mtrag-un: ${corpus.pages} pages, ${corpus.chunks} chunks`);
    try {
      return await measure(context, corpus, tasks);
    } finally {
      await corpus.engine.close();
    }
  },
};

async function measure(context: EvalContext, corpus: Corpus, tasks: readonly MtragTask[]): ReturnType<EvalSet['run']> {
  const asked: Asked[] = [];
  for (const task of context.pick(tasks)) asked.push(await ask(context, corpus, task));
  const isLabelled = ({ task }: Asked): boolean => ['ANSWERABLE', 'PARTIAL'].includes(task.answerability);
  const labelled = asked.filter((one) => isLabelled(one) && one.task.relevant.size > 0);
  const followUps = labelled.filter(({ task }) => task.history.length > 0);
  const metrics: Record<string, number> = {};
  const facts: Record<string, number> = { pages: corpus.pages, chunks: corpus.chunks };
  for (const half of HALVES) {
    const own = followUps.filter(({ task }) => task.half === half);
    for (const scope of SCOPES) {
      Object.assign(
        metrics,
        rankingMetrics(
          `${half} ${scope}`,
          own.map(({ ranked }) => ranked[scope]!),
        ),
      );
      Object.assign(
        metrics,
        rankingMetrics(
          `${half} ${scope}alone `,
          own.map(({ ranked }) => ranked[`${scope}alone`]!),
        ),
      );
    }
    facts[`${half} follow-ups`] = own.length;
    facts[`${half} follow-ups completed`] = own.filter(isCompleted).length;
  }
  const firsts = labelled.filter(({ task }) => task.history.length === 0);
  const shifts = await ownTopicsKept(corpus, context.pick(tasks));
  const unanswerable = asked.filter(({ task }) => task.answerability === 'UNANSWERABLE');
  return {
    metrics: {
      ...metrics,
      ...rankingMetrics(
        'first question ',
        firsts.map(({ ranked }) => ranked['']!),
      ),
      'first question unchanged': share(
        asked.filter(({ task }) => task.history.length === 0),
        (one) => !isCompleted(one),
      ),
      'new topic unchanged': share(shifts, (unchanged) => unchanged),
      'answered when answerable': share(followUps, ({ answer }) => isAnswered({ answer })),
      'answered when answerable alone': share(followUps, ({ alone }) => isAnswered({ answer: alone })),
      'refused when unanswerable': share(unanswerable, ({ answer }) => !isAnswered({ answer })),
      'refused when unanswerable alone': share(unanswerable, ({ alone }) => !isAnswered({ answer: alone })),
    },
    facts: {
      ...facts,
      'first questions': firsts.length,
      'new topics': shifts.length,
      unanswerable: unanswerable.length,
    },
    misses: [
      { title: 'Worse for what was carried over', ids: followUps.filter(isWorse).map(({ task }) => task.id) },
      {
        title: 'Not among the first five of all passages',
        ids: followUps.filter(({ ranked }) => missed(ranked['wide ']!)).map(({ task }) => task.id),
      },
    ],
    notes: [
      'The open corpora are not published with the set, so every passage that any task marks is searched, within the domain of the conversation; "wide" searches all domains and the passages of three other sets together. What another task marks counts as wrong.',
      'Rows "alone" search the last question as it stands. "seen": conversations that the rules were made with; "unseen": those that were only scored.',
      'Underspecified questions are left out of the ranking: they were written not to be answerable from their conversation.',
      '"New topic unchanged": first questions of all conversations, asked after the opening of another one of the same domain.',
    ],
  };
}

async function ask(context: EvalContext, corpus: Corpus, task: MtragTask): Promise<Asked> {
  const { question, history, domain, relevant, id } = task;
  const where = { module: domain };
  const answer = await foldAnswer(corpus.engine.ask({ text: question, history, where }));
  const alone = await foldAnswer(corpus.engine.ask({ text: question, history: [], where }));
  await context.audit.add(corpus.store, answer);
  const rank = async (text: string, within?: typeof where): Promise<Ranked> => ({
    id,
    relevant,
    ranked: await rankPages(corpus, text, DEPTH, within),
  });
  const ranked = {
    '': await rank(answer.asked, where),
    alone: await rank(question, where),
    'wide ': await rank(answer.asked),
    'wide alone': await rank(question),
  };
  return { task, answer, alone, ranked };
}

/** True for each first question that stays unchanged after the opening of the next conversation of its domain. */
async function ownTopicsKept(corpus: Corpus, tasks: readonly MtragTask[]): Promise<readonly boolean[]> {
  const kept: boolean[] = [];
  for (const domain of new Set(tasks.map((task) => task.domain))) {
    const openings = tasks
      .filter((task) => task.domain === domain && task.history.length > 0)
      .map((task) => task.history.slice(0, 2));
    for (const [i, [first]] of openings.entries()) {
      const history = openings[(i + 1) % openings.length]!;
      const { asked } = await foldAnswer(corpus.engine.ask({ text: first!.text, history, where: { module: domain } }));
      kept.push(asked === first!.text);
    }
  }
  return kept;
}

function isCompleted({ task, answer }: Asked): boolean {
  return answer.asked !== task.question;
}

function missed({ ranked, relevant }: Ranked): boolean {
  return hitAtK(ranked, relevant, 5) === 0;
}

function placeOf({ ranked, relevant }: Ranked): number {
  const at = ranked.findIndex((url) => relevant.has(url));
  return at < 0 ? DEPTH : at;
}

function isWorse({ ranked }: Asked): boolean {
  return placeOf(ranked['wide ']!) > placeOf(ranked['wide alone']!);
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter((item) => holds(item)).length / Math.max(1, items.length);
}
