import { describe, expect, test } from 'vitest';
import { readReply } from './read-wire.ts';
import { asked } from './testing/asked.ts';
import { bodyFetch } from './testing/body-fetch.ts';
import { wireFixture } from './testing/transcript.ts';

describe('the streams that the server is held to', () => {
  test.each([
    'answered',
    'broken-off',
    'closest',
    'contradiction',
    'corrected',
    'excerpts',
    'insufficient',
    'selection-cut',
  ])('%s', async (name) => {
    const { stream, reply } = wireFixture(name);
    const events = await asked({ api: '', fetch: bodyFetch([new TextEncoder().encode(stream)]) });
    expect(events.at(-1)).toEqual({ type: 'done', reply: readReply(reply) });
    expect(reply).toMatchObject(readReply(reply));
    const end = events.at(-1);
    const statements = events.flatMap((event) => (event.type === 'statement' ? [event.statement] : []));
    expect(end?.type === 'done' && end.reply.statements).toEqual(statements);
    const excerpts = events.flatMap((event) => (event.type === 'excerpt' ? [event.excerpt] : []));
    expect(end?.type === 'done' && end.reply.excerpts).toEqual(excerpts);
  });
});
