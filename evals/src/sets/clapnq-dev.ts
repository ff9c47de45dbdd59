import { pathKey } from '@ibid/core';
import { normalizeAnswer } from '@ibid/core/evaluate';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet } from '../eval-set.ts';
import type { Corpus } from '../open-corpus.ts';
import { confidenceTable, isAnswered, refusalMetrics, type Judged } from '../refusals.ts';
import type { ClapQuestion } from './corpora.ts';

type ClapCase = Judged & { readonly question: ClapQuestion };

/** Long-form questions with the sentences that people marked as the answer's support. */
export const clapnqDev: EvalSet = {
  name: 'clapnq-dev',
  summary: 'Long-form questions: the sentences that people marked as support, and refusal where there are none.',
  folders: ['clapnq-dev'],
  async run(context) {
    const { corpus, questions } = await context.corpora.clap();
    const chosen = context.pick(questions);
    const all = await askAll(context, corpus, chosen, false);
    const own = await askAll(context, corpus, chosen, true);
    const first = sentenceMetrics('', all);
    const second = sentenceMetrics('own passage ', own);
    return {
      metrics: { ...first.metrics, ...second.metrics },
      facts: {
        answerable: chosen.filter(({ answerable }) => answerable).length,
        unanswerable: chosen.filter(({ answerable }) => !answerable).length,
        ...first.facts,
        ...second.facts,
      },
      tables: [
        confidenceTable('Confidence, all passages indexed', all),
        confidenceTable("Confidence, the question's own passage alone", own),
      ],
      misses: [{ title: 'Answerable, no marked sentence shown', ids: first.missed }],
      notes: [
        'A shown sentence counts when it is a marked sentence, a part of one, or holds one; marks of all annotators are joined.',
        'Unanswerable questions come with a page on the subject that does not answer them.',
      ],
    };
  },
};

async function askAll(
  context: EvalContext,
  corpus: Corpus,
  questions: readonly ClapQuestion[],
  ownPassage: boolean,
): Promise<readonly ClapCase[]> {
  const cases: ClapCase[] = [];
  for (const question of questions) {
    const where = ownPassage ? { paths: [pathKey(question.url)] } : undefined;
    const answer = await context.ask(corpus, question.text, where);
    cases.push({ id: question.id, answerable: question.answerable, question, answer });
  }
  return cases;
}

function sentenceMetrics(
  prefix: string,
  cases: readonly ClapCase[],
): { metrics: Record<string, number>; facts: Record<string, number>; missed: readonly string[] } {
  const answerable = cases.filter((one) => one.answerable);
  const missed: string[] = [];
  let shown = 0;
  let right = 0;
  let found = 0;
  let gold = 0;
  for (const { id, answer, question } of answerable) {
    const statements = answer.statements.map(({ text }) => normalizeAnswer(text));
    const sentences = question.gold.map(normalizeAnswer);
    const hits = statements.filter((statement) => sentences.some((sentence) => same(statement, sentence))).length;
    if (hits === 0) missed.push(id);
    shown += statements.length;
    right += hits;
    found += sentences.filter((sentence) => statements.some((statement) => same(statement, sentence))).length;
    gold += sentences.length;
  }
  const answered = answerable.filter(isAnswered).length;
  const precision = right / Math.max(1, shown);
  const recall = found / Math.max(1, gold);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const metrics = {
    'gold shown': 1 - missed.length / Math.max(1, answerable.length),
    'answered when answerable': answered / Math.max(1, answerable.length),
    'sentence precision': precision,
    'sentence recall': recall,
    'sentence f1': f1,
    ...refusalMetrics(cases),
  };
  const named = Object.fromEntries(Object.entries(metrics).map(([name, value]) => [`${prefix}${name}`, value]));
  return { metrics: named, facts: { [`${prefix}statements per answer`]: shown / Math.max(1, answered) }, missed };
}

function same(a: string, b: string): boolean {
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}
