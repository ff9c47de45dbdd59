import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { question } from './embedding-requests-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { openEmbedder, type TextEmbedder } from './open-embedder.ts';
import { slow } from './slow-embedder-fixture.ts';
import { soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';

function answering(overrides: Partial<Embedder> = {}): {
  readonly opened: TextEmbedder;
  readonly at: { ms: number; isDown: boolean; calls: number };
} {
  const at = { ms: 0, isDown: false, calls: 0 };
  const embedder = soundEmbedder({
    async embed({ texts }) {
      at.calls += 1;
      if (at.isDown) throw new IbidError('TIMED_OUT', 'Nobody there.', { retryable: true });
      return { vectors: texts.map(vectorOf) };
    },
    ...overrides,
  });
  return { opened: open({ embedder, now: () => at.ms }).opened, at };
}

describe('openEmbedder, asked whether the embedder works (R28)', () => {
  it('knows it from the last question, also from one that memory could answer', async () => {
    const { opened, at } = answering();
    await opened.embed(question('port?'));
    expect([await opened.works(), at.calls]).toEqual([true, 1]);
    at.isDown = true;
    await opened.embed(question('host?')).catch(() => undefined);
    expect([await opened.works(), at.calls]).toEqual([false, 2]);
    await opened.embed(question('port?'));
    expect(await opened.works()).toBe(false);
  });

  it('asks for itself when nothing was asked lately, at most once a minute', async () => {
    const { opened, at } = answering();
    for (at.ms = 0; at.ms < 180_000; at.ms += 5_000) expect(await opened.works()).toBe(true);
    expect(at.calls).toBe(3);
    at.isDown = true;
    for (; at.ms < 240_000; at.ms += 5_000) expect(await opened.works()).toBe(false);
    expect(at.calls).toBe(4);
  });

  it('asks a space that costs nothing each time', async () => {
    const { opened, at } = answering({ cacheable: false });
    expect([await opened.works(), await opened.works(), at.calls]).toEqual([true, true, 2]);
  });

  it('takes the refusal of one text, which any reader can bring about, for no outage', async () => {
    const refusal = new IbidError('UPSTREAM_FAILED', 'Not this one.');
    const { opened } = answering({
      embed: async ({ texts }) =>
        texts.includes('odd') ? Promise.reject(refusal) : Promise.resolve({ vectors: texts.map(vectorOf) }),
    });
    await opened.embed(question('odd')).catch(() => undefined);
    expect(await opened.works()).toBe(true);
  });

  it('does not wait for one that hangs, and asks it no second time meanwhile', async () => {
    const { embedder, calls } = slow();
    const opened = openEmbedder(embedder, { sleep: async () => Promise.resolve() });
    expect([await opened.works(), await opened.works()]).toEqual([false, false]);
    expect(calls).toHaveLength(1);
    await opened.close();
    await expect(opened.works()).rejects.toEqual(code('CLOSED'));
  });
});
