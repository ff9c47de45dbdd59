import { expect, test } from 'vitest';
import { failingThen } from './failing-then.ts';
import { inTurn } from './in-turn.ts';
import { sketchCall } from './models/call-fixture.ts';
import type { ModelScript, ScriptedReply } from './scripted-reply.ts';
import { spoiling } from './spoiling.ts';

const GOOD = { kind: 'text', text: 'Yes. [p1]' } as const;
const OTHER = { kind: 'text', text: 'No. [p1]' } as const;
const FAULT = { kind: 'fault', fault: '503' } as const;

async function replies(model: ModelScript, count: number): Promise<readonly ScriptedReply[]> {
  const said: ScriptedReply[] = [];
  for (let index = 0; index < count; index += 1) said.push(await model(sketchCall('?', { index })));
  return said;
}

test('fails so many times, then recovers', async () => {
  expect(
    await replies(
      failingThen(FAULT, 2, () => GOOD),
      4,
    ),
  ).toEqual([FAULT, FAULT, GOOD, GOOD]);
});

test('takes replies in turn and stays with the last', async () => {
  expect(await replies(inTurn(GOOD, FAULT, OTHER), 5)).toEqual([GOOD, FAULT, OTHER, OTHER, OTHER]);
});

test('spoils what a model says, and leaves faults as they are', async () => {
  const spoiled = { kind: 'fault', fault: 'cut-clean', afterBytes: 7 };
  const model = spoiling({ fault: 'cut-clean', afterBytes: 7 }, inTurn(GOOD, FAULT));
  expect(await replies(model, 2)).toEqual([{ ...spoiled, of: GOOD }, FAULT]);
});
