import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnswerEndpoint } from '../dialect.ts';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { openaiDialect } from './codec.ts';

const decode = questionDecoder(openaiDialect);

checkTranscripts(join(import.meta.dirname, '__fixtures__'), openaiDialect.endpoints[0] as AnswerEndpoint);

it('the last message is the question and those before it are the history, without instructions', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is a topic?' },
    { role: 'assistant', content: 'A stream of messages.' },
    { role: 'user', content: [{ type: 'text', text: ' How do I list them?\0' }] },
  ];
  const ignored = { temperature: 0.7, max_tokens: 500, tools: [], tool_choice: 'auto', n: 1, user: 'u1' };
  const streamed = { stream: true, stream_options: { include_usage: true } };
  expect(decode({ model: 'ibid', messages, ...ignored, ...streamed })).toEqual({
    kind: 'ok',
    value: {
      question: {
        text: 'How do I list them?',
        history: [
          { role: 'reader', text: 'What is a topic?' },
          { role: 'assistant', text: 'A stream of messages.' },
        ],
      },
      conversation: undefined,
      stream: true,
    },
    echo: { question: 'How do I list them?', usage: 'asked for' },
    notes: [
      {
        code: 'instructions_ignored',
        text: 'the messages of the roles `system` and `developer` were ignored',
      },
    ],
  });
  expect(decode({ messages: [{ role: 'user', content: 'How?' }] })).toMatchObject({
    value: { question: { text: 'How?', history: [] }, stream: false },
    echo: { question: 'How?' },
    notes: [],
  });
});
