import { describe, expect, test } from 'vitest';
import { openModelService } from './model-service.ts';
import { rawExchange } from './raw-exchange-fixture.ts';
import type { ScriptedReply } from './scripted-reply.ts';
import { chatStreamTroubles, responsesStreamTroubles } from './stream-troubles-fixture.ts';
import type { ModelFaultMode } from './faults/model-fault-modes.ts';

const GOOD: readonly (readonly [name: string, reply: ScriptedReply])[] = [
  ['text', { kind: 'text', text: 'Topics are buses. [p1] Überall ein Wort 漢字 🙂. [p2]' }],
  ['text in pieces of its own', { kind: 'text', text: 'abc', pieces: ['a', 'b', 'c'] }],
  ['a tool call', { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"topics"}' }],
  [
    'words and two tool calls',
    {
      kind: 'tools',
      text: 'Let me see.',
      calls: [
        { name: 'search_docs', arguments: '{"query_text":"topics"}' },
        { name: 'search_docs', arguments: '' },
      ],
    },
  ],
];

async function streamed(reply: ScriptedReply, api: 'chat' | 'responses'): Promise<string> {
  await using service = await openModelService({ answer: () => reply });
  return (await rawExchange(service, { api })).text;
}

describe.each(GOOD)('%s', (_, reply) => {
  test('is a well-formed stream of chunks', async () => {
    expect(chatStreamTroubles(await streamed(reply, 'chat'))).toEqual([]);
  });

  test('is a well-formed stream of Responses events', async () => {
    expect(responsesStreamTroubles(await streamed(reply, 'responses'))).toEqual([]);
  });
});

const PLANTED: readonly (readonly [ModelFaultMode, chat: string, responses: string | undefined])[] = [
  ['no-done', 'no [DONE] at the end', undefined],
  ['no-finish-reason', 'no finish_reason', 'it ended by response.output_item.done'],
  ['no-finish-no-done', 'no finish_reason', 'it ended by response.output_text.delta'],
  ['finish-length', 'it ended by length', 'it ended by response.incomplete'],
  ['broken-json', 'an event that is no JSON', 'an event that is no JSON'],
  ['error-object', 'an error', 'an error'],
  ['late-delta', 'a delta after the end', 'sequence numbers out of order'],
  ['second-choice', 'a choice that nobody asked for', 'sequence numbers out of order'],
  ['null-content', 'neither text nor tool call', 'neither text nor tool call'],
  ['usage-missing', 'not one usage', 'no usage'],
  ['swapped-deltas', '', 'sequence numbers out of order'],
];

describe.each(PLANTED)('the check of streams sees %s', (fault, chat, responses) => {
  test.runIf(chat !== '')('in chunks', async () => {
    expect(chatStreamTroubles(await streamed({ kind: 'fault', fault }, 'chat'))).toContain(chat);
  });

  test.runIf(responses !== undefined)('in Responses events', async () => {
    expect(responsesStreamTroubles(await streamed({ kind: 'fault', fault }, 'responses'))).toContain(responses);
  });
});
