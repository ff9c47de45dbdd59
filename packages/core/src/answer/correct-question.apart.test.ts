import { expect, test, vi } from 'vitest';
import { openTestEngine } from './engine-fixture.ts';

vi.mock('../lookup/on-demand.ts', () => {
  throw new Error('The file is gone.');
});

test('a question is answered as typed where the code that reads misspelt words cannot be loaded', async () => {
  const site = await openTestEngine();
  const text = 'Which port does the contorller listen on?';
  const answer = await site.ask(text);
  expect(answer).toMatchObject({ asked: text, corrected: [] });
  await site.engine.close();
});
