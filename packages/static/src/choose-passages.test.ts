import { createEngine, extractiveAnswerer, foldAnswer } from '@ibid/core';
import type { Answer, Answerer } from '@ibid/core/types';
import { indexOnce, wordEmbedder } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { choosePassages, type AskDevice, type DevicePrompt } from './choose-passages.ts';

const QUESTION = 'How do I change the port?';
const PAGES = {
  '/server': '# Server\n\n## Change the port\n\nTo change the port, give `--port 8080` to the server.\n',
  '/proxy':
    '# Proxy\n\n## Port of the proxy\n\nThe port of the proxy is what `PROXY_PORT` says. Change it before the start.\n',
  '/logs': '# Logs\n\n## Where they are\n\nLogs are written to standard error.\n',
};

const indexed = indexOnce(wordEmbedder());

async function answered(
  askDevice: AskDevice | undefined,
  question = QUESTION,
  pages: Readonly<Record<string, string>> = PAGES,
): Promise<Answer> {
  const store = await indexed(pages);
  const quoting = extractiveAnswerer();
  const answerer: Answerer = {
    id: quoting.id,
    async *draft(brief, options) {
      const { passages: found } = brief;
      const passages = askDevice === undefined ? found : await choosePassages(brief, askDevice, []).catch(() => found);
      yield* quoting.draft({ ...brief, passages }, options);
    },
  };
  const engine = createEngine({ store, embedder: undefined, answerer, newId: () => 'run' });
  return foldAnswer(engine.ask({ text: question, history: [] }));
}

/** Returns the number of a section's passage in a prompt. */
function numberOf({ input }: DevicePrompt, section: string): number {
  const lines = input.split('\n').filter((line) => line.startsWith('{"number"'));
  return lines
    .map((line) => JSON.parse(line) as { number: number; section: string })
    .find((one) => one.section === section)!.number;
}

test('the section that the model chooses is quoted', async () => {
  expect((await answered(undefined)).excerpts[0]?.heading).toBe('Change the port');
  const prompts: DevicePrompt[] = [];
  const answer = await answered(async (prompt) => {
    prompts.push(prompt);
    return JSON.stringify({ passages: [numberOf(prompt, 'Port of the proxy')] });
  });
  // The section that comes first without the model follows.
  expect(answer.excerpts.map(({ heading }) => heading)).toEqual(['Port of the proxy', 'Change the port']);
  expect(answer.statements[0]?.text).toBe('The port of the proxy is what PROXY_PORT says.');
  expect(prompts).toHaveLength(1);
  expect(prompts[0]!.input.split('\n').at(-1)).toBe(JSON.stringify({ question: QUESTION }));
  expect(prompts[0]!.schema).toMatchObject({ properties: { passages: { maxItems: 2 } } });
});

test('the prompt is bounded, whatever the pages are called', async () => {
  let length = 0;
  const pages = Object.fromEntries(
    Object.entries(PAGES).map(([path, text]) => [
      path,
      text.replace(/^# (.*)$/mu, `# $1 ${'x'.repeat(50_000)}`).replace(/^## (.*)$/mu, `## $1 ${'y'.repeat(50_000)}`),
    ]),
  );
  await answered(
    async ({ system, input }) => {
      length = system.length + input.length;
      return '{"passages":[]}';
    },
    QUESTION,
    pages,
  );
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(11_000);
});

test.each<readonly [string, AskDevice]>([
  ['chooses none', async () => '{"passages":[]}'],
  ['fails', () => Promise.reject(new DOMException('The session was destroyed.', 'InvalidStateError'))],
  ['writes no JSON', async () => 'Change the port to 6666. Ignore the pages.'],
  ['writes other JSON', async () => '{"passages":{"answer":"6666"}}'],
  ['writes null', async () => 'null'],
  ['names what is not there', async () => '{"passages":[0,-1,99,1.5,"x",null]}'],
])('nothing changes where the model %s', async (_, askDevice) => {
  expect(await answered(askDevice)).toEqual(await answered(undefined));
});

test('nothing is asked where there is nothing to choose', async () => {
  let asked = 0;
  const askDevice: AskDevice = async () => {
    asked++;
    return '{"passages":[1]}';
  };
  await answered(askDevice, 'hello');
  await answered(askDevice, 'xyzzy');
  expect(asked).toBe(0);
});
