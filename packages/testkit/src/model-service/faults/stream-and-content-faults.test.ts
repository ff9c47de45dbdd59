/** Broken streams and wrong contents, read from a raw socket. */
import { expect, test } from 'vitest';
import { chatStreamTroubles, chatText, eventsOf } from '../stream-troubles-fixture.ts';
import type { ContentFault } from './content-faults.ts';
import type { StreamFault } from './stream-faults.ts';
import {
  bodyOf,
  endedEarly,
  faultyService,
  shown,
  streamOf,
  usageSaid,
  useFaultyService,
  whole,
} from './fault-fixture.ts';
import { GOOD_TEXT } from './good-text.ts';

useFaultyService();

/** One entry for each mode, which the compiler holds. */
const SEEN: Readonly<Record<StreamFault | ContentFault, () => Promise<void>>> = {
  'no-done': async () => {
    const raw = await streamOf('no-done');
    whole(raw);
    expect(chatStreamTroubles(raw.text)).toEqual(['no [DONE] at the end']);
  },
  'no-finish-no-done': async () => {
    const raw = await streamOf('no-finish-no-done');
    whole(raw);
    expect(raw.text).not.toContain('[DONE]');
    expect(raw.text).not.toContain('"finish_reason":"');
  },
  'broken-json': async () => {
    const raw = await streamOf('broken-json');
    expect(chatStreamTroubles(raw.text)).toEqual(['an event that is no JSON']);
    const json = await shown({ fault: 'broken-json' }, { stream: false });
    expect(json.isBodyEnded).toBe(true);
    expect(() => JSON.parse(json.text) as unknown).toThrow(SyntaxError);
  },
  'error-object': async () => {
    const { text } = await streamOf('error-object');
    expect(GOOD_TEXT.startsWith(chatText(text))).toBe(true);
    expect(chatText(text)).not.toBe('');
    expect(eventsOf(text).at(-1)?.data).toContain('"error":{');
    expect((await bodyOf('error-object')).json).toHaveProperty('error.type', 'server_error');
  },
  'error-object-first': async () => {
    const { text } = await streamOf('error-object-first');
    expect(eventsOf(text)).toHaveLength(1);
    expect(text).toContain('"error":{');
  },
  'duplicate-deltas': async () => {
    expect(chatText((await streamOf('duplicate-deltas')).text)).toMatch(/^TopicsTopics are are named named/u);
  },
  'swapped-deltas': async () => {
    expect(chatText((await streamOf('swapped-deltas')).text)).toMatch(/^ areTopics buses named/u);
  },
  'second-choice': async () => {
    const raw = await streamOf('second-choice');
    whole(raw);
    expect(raw.text).toContain('"choices":[{"index":1');
  },
  'late-delta': async () => {
    const { text } = await streamOf('late-delta');
    expect(chatText(text)).toBe(`${GOOD_TEXT}Topics`);
    expect(chatStreamTroubles(text)).toEqual(['a delta after the end']);
  },
  'invalid-utf8': async () => {
    for (const raw of [await streamOf('invalid-utf8'), (await bodyOf('invalid-utf8')).raw]) {
      expect(raw.body.includes(Buffer.from([0xff, 0xfe]))).toBe(true);
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(raw.body)).toThrow(TypeError);
    }
  },
  'no-finish-reason': async () => {
    const raw = await streamOf('no-finish-reason');
    whole(raw);
    expect(chatStreamTroubles(raw.text)).toEqual(['no finish_reason']);
    expect((await bodyOf('no-finish-reason')).json).toHaveProperty('choices.0.finish_reason', null);
  },
  'finish-length': async () => void (await endedEarly('finish-length', 'length')),
  'finish-content-filter': async () => void (await endedEarly('finish-content-filter', 'content_filter')),
  'finish-unknown': async () => void (await endedEarly('finish-unknown', 'eviction')),
  'content-filter-before-text': async () => {
    const { text } = await streamOf('content-filter-before-text');
    expect(chatText(text)).toBe('');
    expect(text).toContain('"finish_reason":"content_filter"');
  },
  'null-content': async () => {
    expect(chatText((await streamOf('null-content')).text)).toBe('');
    expect((await bodyOf('null-content')).json).toHaveProperty('choices.0.message.content', null);
  },
  'empty-choices': async () => {
    const { text } = await streamOf('empty-choices');
    expect(text.match(/"choices":\[\]/gu)?.length).toBe(eventsOf(text).length - 1);
    expect((await bodyOf('empty-choices')).json).toHaveProperty('choices', []);
  },
  'blank-text': async () => {
    const words = chatText((await streamOf('blank-text')).text);
    expect(words).not.toBe('');
    expect(words.trim()).toBe('');
  },
  refusal: async () => {
    const { text } = await streamOf('refusal');
    expect(chatText(text)).toBe('');
    expect(text).toContain('"delta":{"refusal":"I\'m"}');
    expect((await bodyOf('refusal')).json).toHaveProperty(
      'choices.0.message.refusal',
      "I'm sorry, I can't help with that.",
    );
  },
  'usage-missing': async () => {
    expect(chatStreamTroubles((await streamOf('usage-missing')).text)).toEqual(['not one usage']);
    expect((await bodyOf('usage-missing')).json).not.toHaveProperty('usage');
  },
  'usage-huge': async () => void (await usageSaid('usage-huge', 1e12)),
  'usage-zero': async () => void (await usageSaid('usage-zero', 0)),
  'usage-negative': async () => void (await usageSaid('usage-negative', -1000)),
  'usage-not-a-number': async () => void (await usageSaid('usage-not-a-number', 'NaN')),
  'giant-delta': async () => {
    const { text } = await streamOf('giant-delta');
    expect(Math.max(...eventsOf(text).map(({ data }) => data.length))).toBeGreaterThan(1_000_000);
  },
  'runs-to-limit': async () => {
    const { text } = await streamOf('runs-to-limit');
    expect(text).toContain('"finish_reason":"length"');
    expect(chatText(text).length).toBeGreaterThan(4 * 3500);
    await shown({ fault: 'runs-to-limit' }, { fields: { max_tokens: 50 } });
    const { outputTokens } = faultyService().requests.at(-1)!.billed;
    expect(outputTokens).toBeGreaterThan(40);
    expect(outputTokens).toBeLessThanOrEqual(50);
  },
  'endless-answer': async () => {
    const raw = await shown({ fault: 'endless-answer' }, { leaveAfterBytes: 30_000, fields: { max_tokens: 50 } });
    expect(raw).toMatchObject({ isBodyEnded: false, connection: 'open' });
    expect(raw.text).not.toContain('"finish_reason":"');
    expect(faultyService().requests.at(-1)?.billed.outputTokens).toBeGreaterThan(50);
  },
  'fake-citations': async () => {
    expect(chatText((await streamOf('fake-citations')).text)).toContain('[p99]');
  },
};

test.each(Object.entries(SEEN))('%s is on the wire', async (_, seen) => {
  expect.hasAssertions();
  await seen();
});
