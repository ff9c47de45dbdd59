import { describe, expect, it } from 'vitest';
import { thrownFailure } from './call-failure.ts';
import { chatReader } from './chat-reader.ts';
import type { ModelReply, ReplyReader } from './model-reply.ts';
import { responsesReader } from './responses-reader.ts';

function readBy(
  reader: ReplyReader,
  events: readonly unknown[],
): { readonly reply?: ModelReply; readonly fault?: string } {
  try {
    for (const event of events) reader.read(event);
    return { reply: reader.end() };
  } catch (error) {
    const failure = thrownFailure(error);
    if (failure === undefined) throw error;
    return { fault: failure.fault };
  }
}

const delta = (fields: object, finish_reason: string | null = null): unknown => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
});
const chat = (...events: readonly unknown[]): ReturnType<typeof readBy> => readBy(chatReader(), events);

describe('a stream of Chat Completions', () => {
  it.each<readonly [string, readonly unknown[], string]>([
    [
      'its finish reason beside the last words',
      [delta({ content: 'One ' }), delta({ content: 'two.' }, 'stop')],
      'One two.',
    ],
    ['its finish reason in capitals', [delta({ content: 'One.' }), delta({}, 'STOP')], 'One.'],
    ['no index of its choice', [{ choices: [{ delta: { content: 'One.' }, finish_reason: 'stop' }] }], 'One.'],
    ['an empty choice after its end', [delta({ content: 'One.' }, 'stop'), delta({ content: '' })], 'One.'],
    [
      'parts of thought and text',
      [
        delta(
          {
            content: [
              { type: 'thinking', thinking: [] },
              { type: 'text', text: 'One.' },
            ],
          },
          'stop',
        ),
      ],
      'One.',
    ],
    [
      'words of another choice',
      [{ choices: [{ index: 1, delta: { content: 'Two.' } }] }, delta({ content: 'One.' }, 'stop')],
      'One.',
    ],
    [
      'things that are no chunks',
      [null, 'x', 3, [], {}, { choices: [null] }, delta({ content: 'One.' }, 'stop')],
      'One.',
    ],
  ])('is whole with %s', (_, events, text) => {
    expect(chat(...events).reply?.text).toBe(text);
  });

  it.each<readonly [string, readonly unknown[], string]>([
    ['without an end', [delta({ content: 'One.' })], 'stopped'],
    ['without anything', [], 'unusable'],
    ['with an end alone', [delta({}, 'stop')], 'unusable'],
    ['with a tool call that was promised and did not come', [delta({ content: 'One.' }, 'tool_calls')], 'stopped'],
    ['with an end that belongs to an older API', [delta({ content: 'One.' }, 'function_call')], 'stopped'],
    ['with words after its end', [delta({ content: 'One.' }, 'stop'), delta({ content: 'Two.' })], 'unusable'],
    ['with a refusal beside words', [delta({ content: 'One.' }), delta({ refusal: 'No.' }, 'stop')], 'stopped'],
  ])('is no reply %s', (_, events, fault) => {
    expect(chat(...events).fault).toBe(fault);
  });

  it('counts thoughts as signs of life, and nothing else without words', () => {
    const reader = chatReader();
    const progress = [
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'hm' }),
      delta({ reasoning: 'hm' }),
      delta({ content: 'One.' }),
      delta({ tool_calls: [{ id: 'a', function: { name: 's' } }] }),
      { usage: { prompt_tokens: 1 }, choices: [] },
    ].map((event) => reader.read(event).isProgress);
    expect(progress).toEqual([false, true, true, true, true, false]);
  });

  it('keeps the last usage that was told', () => {
    const reader = chatReader();
    reader.read({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } });
    reader.read({
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 2 } },
    });
    reader.read({ choices: [], usage: null });
    expect(reader.usage()).toEqual({ inputTokens: 3, outputTokens: 4, cachedInputTokens: 2 });
  });
});

const responses = (...events: readonly unknown[]): ReturnType<typeof readBy> => readBy(responsesReader(), events);
const words = (text: string, sequence_number?: number): unknown => ({
  type: 'response.output_text.delta',
  delta: text,
  item_id: 'm',
  ...(sequence_number === undefined ? {} : { sequence_number }),
});
const done = (text: string, more: object = {}): unknown => ({
  type: 'response.completed',
  response: { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text }] }], ...more },
});

describe('a stream of Responses', () => {
  it.each<readonly [string, readonly unknown[], string]>([
    ['deltas that add up', [words('One '), words('two.'), done('One two.')], 'One two.'],
    ['all its words at the end', [done('One.')], 'One.'],
    [
      'deltas of an item that it never began',
      [
        { type: 'response.output_item.added', item: { id: 'm' } },
        { type: 'response.output_text.delta', delta: 'Two.', item_id: 'other' },
        words('One.'),
        done('One.'),
      ],
      'One.',
    ],
  ])('is whole with %s', (_, events, text) => {
    expect(responses(...events).reply?.text).toBe(text);
  });

  it.each<readonly [string, readonly unknown[], string]>([
    ['without an end', [words('One.')], 'stopped'],
    ['without anything', [], 'unusable'],
    ['with deltas that do not add up', [words('One.'), done('One. Two.')], 'unusable'],
    ['with an event twice', [words('One.', 4), words('One.', 4), done('One.One.')], 'unusable'],
    ['with events out of order', [words('b', 5), words('a', 4), done('ba')], 'unusable'],
    ['with words after its end', [words('One.'), done('One.'), words('Two.')], 'unusable'],
    ['that is not complete', [words('One.'), { type: 'response.incomplete', response: { output: [] } }], 'stopped'],
    ['that says it is complete and is not', [words('One.'), done('One.', { status: 'in_progress' })], 'stopped'],
    ['that failed before words', [{ type: 'response.failed', response: {} }], 'unavailable'],
    ['that failed after words', [words('One.'), { type: 'response.failed', response: {} }], 'stopped'],
    ['with a refusal', [{ type: 'response.refusal.delta', delta: 'No.' }, done('')], 'stopped'],
  ])('is no reply %s', (_, events, fault) => {
    expect(responses(...events).fault).toBe(fault);
  });
});
