/** Checks answers with low limits. */
import { beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from './engine-fixture.ts';

const page = (topic: string): string =>
  Array.from({ length: 12 }, (_, at) => `## Part ${at}\n\nThe ${topic} of kind ${at} turns a pump.`).join('\n\n');

let handbook: TestEngine;
beforeAll(async () => {
  handbook = await openTestEngine();
});

test.each([1, 2, 3, 5])('an answer has at most %i citations where no more are allowed (R12)', async (maxCitations) => {
  const { outcome, citations } = await handbook.ask('How do I install the driver from packages?', { maxCitations });
  expect(outcome).toBe('answered');
  expect(citations).toHaveLength(maxCitations);
});

test('one citation goes to the sentence that answers, not to what stands before it', async () => {
  const { statements } = await handbook.ask('Who wrote the first controller?', { maxCitations: 1 });
  expect(statements.map(({ text }) => text)).toEqual(['Dr. Ana Ferreira wrote the first controller.']);
});

test('a table header never stands alone', async () => {
  const { statements } = await handbook.ask('top speed of the elbow', { maxCitations: 1 });
  expect(statements.map(({ kind }) => kind)).toEqual(['row']);
});

test('both sides of a contradiction are shown where there is room for two sentences only (R17)', async () => {
  const { ask } = await openTestEngine({
    '/a': '# Cut\nThe mill has brakes. The controller waits 45 seconds before it cuts the motor power.',
    '/b': '# Power\nThe controller waits 30 seconds before it cuts the motor power. Wheat is ground.',
    '/other': '# Other\nThe mill grinds wheat.',
  });
  const question = 'How long does the controller wait before it cuts the motor power?';
  const { statements, message } = await ask(question, { maxCitations: 2 });
  expect(statements.map(({ side }) => side)).toEqual([1, 2]);
  expect(message).toMatch(/disagree/u);
});

test('of one page all that fits is offered, of several pages the best and then few of each', async () => {
  const { engine } = await openTestEngine({
    '/a': `# A\n\n${page('old stone mill')}`,
    '/b': `# B\n\n${page('new steel fan')}`,
  });
  const asked = { text: 'Which part turns a pump?', history: [] };
  const one = await engine.find({ ...asked, where: { paths: ['/a'] } });
  expect(one.passages).toHaveLength(12);
  const both = await engine.find(asked);
  expect(both.passages.length).toBeLessThanOrEqual(6);
});
