import { expect, test } from 'vitest';
import { sampleReplies } from '../../widget/src/testing/replies.ts';
import type { AskEvent, Reply } from './wire.ts';
import { asked } from './testing/asked.ts';
import { bodyFetch } from './testing/body-fetch.ts';
import { endingFaults } from './testing/ending-faults.ts';
import { wireFixture } from './testing/transcript.ts';

const { answered } = sampleReplies('https://docs.example.org');

test('at whichever byte a stream is cut, there is one last event, and what came is the beginning of the answer', async () => {
  const { stream, reply } = wireFixture('answered');
  const { statements } = reply as Reply;
  const bytes = new TextEncoder().encode(stream);
  const faults: string[] = [];
  let longest = 0;
  for (let length = 0; length <= bytes.length; length += 1) {
    const events = await asked({
      api: '',
      fetch: bodyFetch([bytes.subarray(0, length)], length % 41 === 0 ? 'break' : 'close'),
    });
    faults.push(...endingFaults(events, statements).map((fault) => `${fault} at ${length}`));
    const isWhole = length === bytes.length;
    if ((events.at(-1)?.type === 'done') !== isWhole) faults.push(`${events.at(-1)?.type} at ${length}`);
    longest = Math.max(longest, events.length);
  }
  expect(faults).toEqual([]);
  expect(longest).toBeGreaterThan(statements.length);
});

test('the check sees a statement before its citation', () => {
  const citation: AskEvent = { type: 'citation', citation: answered.citations[0]! };
  const statement: AskEvent = { type: 'statement', statement: answered.statements[0]! };
  const last: AskEvent = { type: 'stopped' };
  expect(endingFaults([statement, citation, last], answered.statements)).not.toEqual([]);
  expect(endingFaults([citation, statement, last], answered.statements)).toEqual([]);
});
