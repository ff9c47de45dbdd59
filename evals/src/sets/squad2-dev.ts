import { containsAnswer, mean } from '@ibid/core/evaluate';
import type { EvalSet } from '../eval-set.ts';
import { confidenceTable, isAnswered, refusalMetrics, type Judged } from '../refusals.ts';
import type { SquadQuestion } from './corpora.ts';

const PROGRESS_EVERY = 1000;

/** Short factual questions, asked of all paragraphs together; half of them have no answer there. */
export const squad2Dev: EvalSet = {
  name: 'squad2-dev',
  summary: 'Short factual questions asked of all paragraphs together; half have no answer in the text.',
  folders: ['squad2-dev'],
  async run(context) {
    const { corpus, questions } = await context.corpora.squad();
    const cases: (Judged & { readonly question: SquadQuestion })[] = [];
    for (const question of context.pick(questions)) {
      const { id, text, answerable } = question;
      cases.push({ id, answerable, question, answer: await context.ask(corpus, text) });
      if (cases.length % PROGRESS_EVERY === 0) context.progress(`squad2-dev: ${cases.length} questions`);
    }
    const answerable = cases.filter((one) => one.answerable);
    const answered = answerable.filter(isAnswered);
    const inside = new Set(answered.filter(showsAnswer).map(({ id }) => id));
    const statements = answered.flatMap(({ answer, question }) =>
      answer.statements.map(({ text }) => containsAnswer(text, question.answers)),
    );
    return {
      metrics: {
        'gold shown': inside.size / Math.max(1, answerable.length),
        'answered when answerable': answered.length / Math.max(1, answerable.length),
        'sentence precision': mean(statements.map(Number)),
        ...refusalMetrics(cases),
      },
      facts: {
        answerable: answerable.length,
        unanswerable: cases.length - answerable.length,
        'statements per answer': statements.length / Math.max(1, answered.length),
      },
      tables: [confidenceTable('Confidence', cases)],
      misses: [
        {
          title: 'Answerable, answered without the gold answer',
          ids: idsOf(answered.filter(({ id }) => !inside.has(id))),
        },
        { title: 'Answerable, refused', ids: idsOf(answerable.filter((one) => !isAnswered(one))) },
      ],
      notes: [
        'A refused answerable question counts as one where the answer is not shown.',
        'Refusal recall is the share of unanswerable questions refused. They were written to look answerable from the very paragraph, which needs reading, not finding.',
      ],
    };
  },
};

function showsAnswer({
  answer,
  question,
}: {
  readonly answer: Judged['answer'];
  readonly question: SquadQuestion;
}): boolean {
  return containsAnswer(answer.statements.map(({ text }) => text).join(' '), question.answers);
}

function idsOf(cases: readonly { readonly id: string }[]): readonly string[] {
  return cases.map(({ id }) => id);
}
