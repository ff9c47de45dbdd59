import { expect, test } from 'vitest';
import { isScrambled } from './is-scrambled.ts';
import { readWords } from './read-words.ts';

const SENTENCES = [
  'If the valve is closed, the motor of the pump stops at once.',
  'Redis stores the sessions.',
  "df = pd.DataFrame({'A': [1, 2, 3]})",
].map(readWords);

test.each([
  ['once at stops pump the of motor the closed is valve the If.', true],
  ['stops once the closed pump is motor at of valve.', true],
  ["df = pd.DataFrame({'A': [3, 2, 1]})", true],
  ["df = pd.DataFrame({'A': [1, 2]})", false],
  ['The motor of the pump stops at once if the valve is closed.', false],
  ['If the valve is closed, the motor stops at once.', false],
  ['The sessions are stored in Redis.', false],
  ['Sessions Redis.', false],
])('%s is a sentence with its words in another order: %s', (statement, expected) => {
  expect(isScrambled(readWords(statement), SENTENCES)).toBe(expected);
});
