import { mean } from '@ibid/core/evaluate';
import { join } from 'node:path';
import type { EvalSet, SetResult } from '../eval-set.ts';
import { askSite, isNotedTypo, openSite, type Asked } from '../reader-questions/ask-questions.ts';
import { figuresOf, refusedShare, wordsShown, type Figures } from '../reader-questions/figures.ts';
import { openLabels } from '../reader-questions/labels.ts';
import { answerRows, readingPage } from '../reader-questions/reading-page.ts';
import type { Score } from '../reader-questions/score-reply.ts';

const FOLDER = 'reader-questions';
/** Maximum mean length of an answer in words; readers do not read longer ones. */
const MOST_WORDS = 170;

/** Real readers' questions about six documentation sites, with the facts and sections that answer them. */
export const readerQuestions: EvalSet = {
  name: 'reader-questions',
  summary:
    "Readers' questions to six documentation sites: facts in the first excerpt, shown and reached, the first citation, words, refusals, misspelt words.",
  folders: [FOLDER],
  async run(context) {
    const folder = join(context.data, FOLDER);
    const labels = await openLabels(folder);
    const asked: Asked[] = [];
    for (const site of Object.keys(labels.SITES)) {
      const corpus = await openSite(context, labels, folder, site);
      asked.push(...(await askSite(context, labels, folder, { site, corpus, mistyped: true })));
    }
    return resultOf(asked);
  },
};

function resultOf(asked: readonly Asked[]): SetResult {
  const scores = asked.map(({ score }) => score);
  const words = wordsShown(scores);
  const sites = groups(scores, ({ site }) => site);
  const kinds = groups(scores, ({ kind }) => kind);
  const noted = asked.filter(({ question }) => isNotedTypo(question)).map(({ score }) => score);
  const ids = (holds: (score: Score) => boolean): string[] => scores.filter(holds).map(({ id }) => id);
  return {
    metrics: {
      ...figuresOf(scores),
      'near domain refused': refusedShare(scores, false),
      'foreign refused': refusedShare(scores, true),
      [`words kept to ${MOST_WORDS}`]: Math.min(1, MOST_WORDS / Math.max(1, words)),
      ...typoMetrics(asked),
      ...Object.fromEntries([...partMetrics('site', sites), ...partMetrics('kind', kinds)]),
    },
    facts: {
      questions: scores.length,
      answerable: scores.filter(({ answerable }) => answerable).length,
      'words shown': words,
      'questions misspelt': asked.filter(({ typos }) => typos.length > 0).length,
      'noted typos': noted.length,
      'noted typos: facts shown': figuresOf(noted)['facts shown'],
      'noted typos: answered': figuresOf(noted)['answered when answerable'],
    },
    tables: [table('By site', sites), table('By kind', kinds)],
    misses: [
      { title: 'Wrongly refused', ids: ids(({ answerable, answered }) => answerable && !answered) },
      { title: 'Not answerable and answered', ids: ids(({ answerable, answered }) => !answerable && answered) },
      {
        title: 'First citation on another page',
        ids: ids(({ answerable, answered, page }) => answerable && answered && !page),
      },
      {
        title: 'First citation in another section of the right page',
        ids: ids(({ section, page }) => page && !section),
      },
      { title: 'Answered without all facts', ids: ids((one) => one.answerable && one.answered && !one.factsShown) },
    ],
    notes: [
      'First section and page count over all answerable questions, a refusal as wrong; "when answered" leaves refusals out, as score.mjs of the set does. reader-questions.answers.jsonl is what it scores.',
      'Reached: shown as the answer, or the passages of the sections that a refusal names as nearest.',
      'Typos: answerable questions that are spelt right, asked again with one slip and with two in their longest word. What they keep is 1 less what they lose to the same questions spelt right. Noted typos came with the set, without the right spelling.',
      'The answers to read, beside the passages that answer: reader-questions.html.',
    ],
    files: {
      'reader-questions.html': readingPage(asked),
      'reader-questions.answers.jsonl': answerRows(asked),
    },
  };
}

function groups(scores: readonly Score[], key: (score: Score) => string): readonly (readonly [string, Score[]])[] {
  return Object.entries(Object.groupBy(scores, key))
    .map(([name, own]) => [name, own ?? []] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Figures of each part that has questions for them. Figures of answered questions alone are left out, because in a part they depend more on
 * what is refused than on what is cited.
 */
function* partMetrics(part: string, parts: ReturnType<typeof groups>): Generator<readonly [string, number]> {
  for (const [name, scores] of parts) {
    if (scores.some(({ answerable }) => answerable)) {
      for (const [figure, value] of Object.entries(figuresOf(scores))) {
        if (!figure.endsWith('when answered')) yield [`${part} ${name}: ${figure}`, value];
      }
    }
    const refused = refusedWhenUnanswerable(scores);
    if (refused !== undefined) yield [`${part} ${name}: refused when unanswerable`, refused];
  }
}

function refusedWhenUnanswerable(scores: readonly Score[]): number | undefined {
  const asked = scores.filter(({ answerable }) => !answerable);
  return asked.length === 0 ? undefined : mean(asked.map(({ answered }) => (answered ? 0 : 1)));
}

function typoMetrics(asked: readonly Asked[]): Record<string, number> {
  const twins = asked.filter(({ typos }) => typos.length > 0);
  const right = figuresOf(twins.map(({ score }) => score));
  const [one, two] = [0, 1].map((at) => figuresOf(twins.map(({ typos }) => typos[at]!))) as [Figures, Figures];
  const kept = (figure: keyof Figures): number => 1 - Math.max(0, right[figure] - one[figure]);
  return {
    'spelt right facts shown': right['facts shown'],
    'one typo facts shown': one['facts shown'],
    'two typos facts shown': two['facts shown'],
    'spelt right answered': right['answered when answerable'],
    'one typo answered': one['answered when answerable'],
    'two typos answered': two['answered when answerable'],
    'one typo keeps facts shown': kept('facts shown'),
    'one typo keeps answered': kept('answered when answerable'),
  };
}

function table(title: string, parts: ReturnType<typeof groups>): NonNullable<SetResult['tables']>[number] {
  const rows = parts.map(([name, scores]) => {
    const figures = figuresOf(scores);
    return [
      name,
      String(scores.length),
      percent(figures['facts in first excerpt']),
      percent(figures['facts shown']),
      percent(figures['facts reached']),
      percent(figures['first section right']),
      percent(figures['first page right']),
      percent(figures['words in right sections']),
      wordsShown(scores).toFixed(0),
      percent(1 - figures['answered when answerable']),
      percent(refusedWhenUnanswerable(scores)),
    ];
  });
  const head = [
    '',
    'questions',
    'facts first',
    'shown',
    'reached',
    'section',
    'page',
    'words right',
    'words',
    'wrongly refused',
    'rightly refused',
  ];
  return { title: `${title}, in percent`, head, rows };
}

function percent(value: number | undefined): string {
  return value === undefined ? '' : (100 * value).toFixed(1);
}
