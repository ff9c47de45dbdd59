import { openLsa, fitLsa } from '@ibid/core/embed';
import { IbidError, type EmbedderSource } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { EMBEDDER_CHECKS } from './embedder-checks.ts';
import { EMBEDDER_FAULTS, faultyEmbedder } from './faulty-embedder.ts';
import { SAMPLE_TEXTS } from './sample-texts.ts';

const projector = openLsa(fitLsa(SAMPLE_TEXTS).data);

function soundSource(): EmbedderSource {
  return {
    kind: 'fixed',
    embedder: {
      id: projector.id,
      dimensions: projector.dimensions,
      maxBatch: 16,
      cacheable: false,
      async embed({ texts }, { signal } = {}) {
        if (signal?.aborted === true) throw new IbidError('ABORTED', 'Stopped.');
        return { vectors: texts.map((text) => projector.project(text)) };
      },
      close: async () => {},
    },
  };
}

async function complaintsAbout(source: EmbedderSource): Promise<Record<string, readonly string[]>> {
  if (source.kind !== 'fixed') throw new Error('The source of this test is fixed.');
  const found: Record<string, readonly string[]> = {};
  for (const { rule, find } of EMBEDDER_CHECKS) {
    const complaints = await find({ open: async () => source.embedder, texts: SAMPLE_TEXTS, deadline: 200 });
    if (complaints.length > 0) found[rule] = complaints;
  }
  return found;
}

describe('the checks of the embedder suite', () => {
  it('find nothing wrong with an embedder that keeps the contract', async () => {
    expect(await complaintsAbout(soundSource())).toEqual({});
  });

  it.each(EMBEDDER_FAULTS)('notice `%s`', async (fault) => {
    expect(await complaintsAbout(faultyEmbedder(soundSource(), { fault }))).not.toEqual({});
  });
});
