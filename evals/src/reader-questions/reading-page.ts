import { foldedReadings, reportPage, type Reading } from '../report/index.ts';
import type { Asked } from './ask-questions.ts';
import type { Unit } from './reply.ts';

/** One page with all answers, folded by site: what was shown next to the passage that answers. Contains text of the pages. */
export function readingPage(asked: readonly Asked[]): string {
  const intro = [
    'Left: what was shown, by excerpt with its section. Right: the passage that answers. Red: something is wrong.',
  ];
  const sites = Object.entries(Object.groupBy(asked, ({ score }) => score.site));
  return reportPage(
    "Answers to readers' questions",
    intro,
    sites.map(([site, own]) => ({ title: site, parts: [foldedReadings(`${own!.length} answers`, own!.map(reading))] })),
  );
}

function reading({ question, reply, score }: Asked): Reading {
  const wrong = verdicts(score);
  return {
    title: `${question.previous === null ? '' : `${question.previous} → `}${question.question}`,
    about: [score.id, question.kind, ...(question.note === undefined ? [] : [question.note])].join(' · '),
    verdict: wrong.length === 0 ? 'right' : wrong.join('; '),
    bad: wrong.length > 0,
    left: reply.answered
      ? reply.excerpts.map(({ place, units }) => ({
          head: place === undefined ? 'cited nowhere' : `${place.page} # ${place.heading}`,
          text: units.map(({ text }) => text).join('\n'),
        }))
      : [{ head: 'refused', text: reply.message }],
    right: [
      {
        head: question.gold.map(({ page, heading }) => `${page} # ${heading}`).join('\n') || 'not answerable',
        text: question.excerpt?.text ?? '',
      },
    ],
  };
}

function verdicts(score: Asked['score']): string[] {
  const { answerable, answered, missed, page, section, factsReached } = score;
  if (!answerable) return answered ? ['answered though nothing answers it'] : [];
  if (!answered) return [`wrongly refused, its facts ${factsReached ? 'among' : 'not among'} the nearest sections`];
  const citation = page ? ['first citation in another section of the page'] : ['first citation on another page'];
  return [...(missed.length === 0 ? [] : [`not shown: ${missed.join(' | ')}`]), ...(section ? [] : citation)];
}

/** The answers as JSON Lines, in the form that the data set's `score.mjs` reads. */
export function answerRows(asked: readonly Asked[]): string {
  return asked.map(({ score, reply }) => `${JSON.stringify(answerRow(score.id, reply))}\n`).join('');
}

function answerRow(id: string, { answered, excerpts }: Asked['reply']): object {
  if (!answered) return { id, outcome: 'refused' };
  const units: Unit[] = excerpts.flatMap((excerpt) => [...excerpt.units]);
  return { id, outcome: 'answered', units, first: excerpts[0]?.place };
}
