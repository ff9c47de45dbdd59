import { describe, expect, test } from 'vitest';
import { openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');

describe('listeners', () => {
  test('are told at once of what the reader does', () => {
    using opened = openStore();
    const drafts: string[] = [];
    const stop = opened.store.subscribe(() => drafts.push(opened.store.getState().draft));
    opened.store.setDraft('a');
    opened.store.setDraft('ab');
    stop();
    opened.store.setDraft('abc');
    expect(drafts).toEqual(['a', 'ab']);
  });

  test('are told once in a frame of all that the network brings', async () => {
    const frames: (() => void)[] = [];
    const nextFrame = (callback: () => void): (() => void) => {
      frames.push(callback);
      return () => undefined;
    };
    await using service = await openNativeService({ answer: replyScript(samples.long) });
    using opened = openStore({ api: service.url, surroundings: { nextFrame } });
    let told = 0;
    opened.store.subscribe(() => (told += 1));
    opened.store.ask('Why?');
    expect(told).toBe(1);
    await expect.poll(() => opened.store.getState().exchanges[0]?.state).toBe('answered');
    expect([told, frames.length]).toEqual([1, 1]);
    frames[0]?.();
    expect(told).toBe(2);
  });

  test('get the same state while nothing changes, and the same exchanges where they have not changed', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('First?');
    const first = (await opened.settled()).exchanges[0];
    const state = opened.store.getState();
    expect(opened.store.getState()).toBe(state);
    opened.store.ask('Second?');
    await opened.settled();
    expect(opened.store.getState()).not.toBe(state);
    expect(opened.store.getState().exchanges[0]).toBe(first);
    expect(state.exchanges).toHaveLength(1);
  });
});
