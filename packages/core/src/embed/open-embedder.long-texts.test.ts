import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { documents, question, TEXTS } from './embedding-requests-fixture.ts';
import { mapCache } from './map-cache-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { soundEmbedder, vectorOf } from './sound-embedder-fixture.ts';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';

/** An embedder that accepts at most 40 characters; its vectors show which words it read. */
function narrow(): { embedder: Embedder; read: string[]; refused: () => number } {
  const read: string[] = [];
  let refused = 0;
  const embedder = soundEmbedder({
    maxBatch: 8,
    async embed({ texts }) {
      if (texts.some((text) => text.length > 40)) {
        refused += 1;
        throw new IbidError('UPSTREAM_FAILED', 'Too long.', { details: { tooLong: true } });
      }
      read.push(...texts);
      return { vectors: texts.map(vectorOf) };
    },
  });
  return { embedder, read, refused: () => refused };
}

describe('openEmbedder, for texts that are longer than the model reads (R23)', () => {
  const lines = 'the first line of it\nthe second line, which is longer';

  it('embeds them in parts at a line end, and leaves no word out', async () => {
    const { embedder, read } = narrow();
    const [vector] = await open({ embedder }).opened.embed(documents([lines]));
    expect(read.join('')).toBe(lines);
    expect(read).toEqual(['the first line of it', '\nthe second line, which is longer']);
    const sum = vectorOf(read[0]!).map(
      (value, at) => value * read[0]!.length + vectorOf(read[1]!)[at]! * read[1]!.length,
    );
    const length = Math.hypot(...sum);
    expect([...vector!]).toEqual([...sum].map((value) => expect.closeTo(value / length, 5)));
  });

  it('keeps the vector of each text in its place, and sends few requests more', async () => {
    const { embedder, refused } = narrow();
    const texts = [...TEXTS.slice(0, 5), lines, ...TEXTS.slice(5, 7)];
    const vectors = await open({ embedder }).opened.embed(documents(texts));
    expect(vectors.toSpliced(5, 1)).toEqual(texts.toSpliced(5, 1).map(vectorOf));
    expect(refused()).toBeLessThanOrEqual(4);
  });

  it('keeps what came of the parts as the vector of the whole', async () => {
    const cache = mapCache();
    const { embedder, read } = narrow();
    const first = await open({ cache, embedder }).opened.embed(documents([lines]));
    const sent = read.length;
    expect(await open({ cache, embedder }).opened.embed(documents([lines]))).toEqual(first);
    expect(read.length).toBe(sent);
  });

  it('parts within no character, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 20, maxLength: 90 }), async (text) => {
        fc.pre(text.length <= 160 && text.trim() !== '' && text.isWellFormed());
        const { embedder, read } = narrow();
        await open({ embedder })
          .opened.embed(documents([text]))
          .catch(() => undefined);
        for (const part of read) expect(part.isWellFormed()).toBe(true);
      }),
    );
  });

  it('takes a part of white space for nothing', async () => {
    const { embedder, read } = narrow();
    await open({ embedder }).opened.embed(documents([`words at the beginning${' '.repeat(40)}`]));
    expect(read).toEqual([expect.stringMatching(/^words at the beginning *$/u)]);
  });

  it('gives up on what is no passage, with the reason that the service gave', async () => {
    const { embedder } = narrow();
    const failure = open({ embedder }).opened.embed(documents(['word '.repeat(200)]));
    await expect(failure).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', message: 'Too long.' });
  });

  it('does not part questions: theirs are searched by words', async () => {
    const { embedder, refused } = narrow();
    await expect(open({ embedder }).opened.embed(question(lines))).rejects.toEqual(code('UPSTREAM_FAILED'));
    expect(refused()).toBe(1);
  });
});
