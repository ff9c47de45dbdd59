import { expect, test } from 'vitest';
import { findContradiction } from './contradiction.ts';
import { passagesOf, scored } from './excerpt-fixture.ts';

test.each([
  [
    'one denies the other',
    'The watcher calls back before the source changed.',
    'The watcher never calls back before the source changed.',
    true,
  ],
  ['another number', 'The watcher calls back after 3 changes.', 'The watcher calls back after 5 changes.', true],
  [
    'another number under a condition',
    'The watcher only calls back after 3 changes.',
    'The watcher only calls back after 5 changes.',
    true,
  ],
  [
    '"not until" and "only when"',
    "The callback won't be called until the source has changed.",
    'The callback is only called when the source has changed.',
    false,
  ],
  [
    '"not unless" and "if"',
    "The callback isn't called unless the source has changed.",
    'The callback is called if the source has changed.',
    false,
  ],
  [
    'one allowing what the other forbids',
    'Only admins can delete the pages of the site.',
    'Admins can not delete the pages of the site.',
    true,
  ],
  ['an exception', 'No source calls back except the watched source.', 'The watched source calls back.', false],
])('pages may disagree: %s', (_, one, other, disagree) => {
  const passages = passagesOf(`# One\n\n${one}`, `# Other\n\n${other}`);
  const units = scored(passages, 'when is the callback called');
  const first = units.find(({ text }) => text === one)!;
  expect(findContradiction([first], units, passages)?.map(({ text }) => text)).toEqual(
    disagree ? [one, other] : undefined,
  );
});
