import type { Answer, Citation, Statement } from '@ibid/core/types';
import { expect, test } from 'vitest';
import type { EvalContext } from '../eval-context.ts';
import type { SetResult } from '../eval-set.ts';
import { readTraps, urlOf, type Trap } from '../traps/read-traps.ts';
import { traps } from './traps.ts';

const NO_ANSWER: Partial<Answer> = {
  outcome: 'insufficient',
  statements: [],
  excerpts: [],
  citations: [],
  closest: [],
};

/** An answer of one excerpt without headings. */
function shows(trap: Trap, ...texts: readonly string[]): Partial<Answer> {
  const place = { url: urlOf(trap), anchor: '', title: '', heading: '' };
  const statements = texts.map((text) => ({ text, excerpt: 0, citations: [1], marks: [] }) as Partial<Statement>);
  return {
    closest: [],
    outcome: 'answered',
    statements: statements as Statement[],
    excerpts: [{ ...place, headings: [] }],
    citations: [{ ...place, index: 1 } as Citation],
  };
}

/** Runs the set with planted answers instead of an engine. */
async function scored(answer: (trap: Trap) => Partial<Answer>): Promise<SetResult> {
  const byQuestion = new Map((await readTraps()).map((trap) => [trap.question, trap]));
  const context: Partial<EvalContext> = {
    corpora: { open: () => Promise.resolve({}) } as unknown as EvalContext['corpora'],
    pick: (items) => items,
    ask: (_, text) => Promise.resolve(answer(byQuestion.get(text)!) as Answer),
  };
  return traps.run(context as EvalContext);
}

test('answers that show the bare words of every trap are all caught, and can be read', async () => {
  const { metrics, misses, files } = await scored((trap) => shows(trap, trap.misleading[0]!));
  expect(metrics).toMatchObject({ 'not misleading': 0, 'not misleading when answered': 0, answered: 1 });
  expect(metrics).toMatchObject({ 'half b: not misleading': 0, 'class never-list: not misleading': 0 });
  expect(misses![0]!.ids).toHaveLength((await readTraps()).length);
  expect(files!['traps-a.html']).toContain('Wipe the dome with white spirit');
  expect(files!['traps-b.html']).not.toContain('Wipe the dome with white spirit');
});

test('the same words below their context are let pass', async () => {
  const { metrics } = await scored((trap) =>
    trap.context.length === 0
      ? NO_ANSWER
      : shows(trap, ...trap.context.map(([wording]) => wording!), trap.misleading[0]!),
  );
  expect(metrics['not misleading']).toBe(1);
});

test('a right answer counts once nothing beside it misleads', async () => {
  const right = await scored((trap) => (trap.right === undefined ? NO_ANSWER : shows(trap, trap.right[0]!)));
  expect(right.metrics).toMatchObject({ 'not misleading': 1, 'right answer shown': 1 });
  const both = await scored((trap) =>
    trap.context.length === 0 ? shows(trap, trap.misleading[0]!, trap.right?.[0] ?? '') : NO_ANSWER,
  );
  expect(both.metrics['right answer shown']).toBe(0);
});
