import { fitLsa, LSA_CALIBRATION, openLsa, type Calibration } from '@ibid/core/embed';
import { IbidError } from '@ibid/core';
import type { EmbedderSource } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { EMBEDDER_CHECKS } from './embedder-checks.ts';
import { EMBEDDER_FAULTS, faultyEmbedder } from './faulty-embedder.ts';
import { mapEmbedder } from './map-embedder.ts';
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
      calibration: LSA_CALIBRATION,
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
    const complaints = await find({
      open: async () => source.embedder,
      texts: SAMPLE_TEXTS,
      longTexts: 'embedded',
      deadline: 200,
    });
    if (complaints.length > 0) found[rule] = complaints;
  }
  return found;
}

function calibrated(calibration: Calibration): EmbedderSource {
  return mapEmbedder(soundSource(), (embedder) => ({ ...embedder, calibration }));
}

describe('the checks of the embedder suite', () => {
  it('find nothing wrong with an embedder that keeps the contract', async () => {
    expect(await complaintsAbout(soundSource())).toEqual({});
  });

  it.each(EMBEDDER_FAULTS)('notice `%s`', async (fault) => {
    expect(await complaintsAbout(faultyEmbedder(soundSource(), { fault }))).not.toEqual({});
  });

  const sound = { likeness: 'cosine', midpoint: 0.5, slope: 4 } as const;

  it.each([
    { ...sound, midpoint: 0 },
    { ...sound, midpoint: 1 },
    { ...sound, midpoint: Number.NaN },
    { ...sound, slope: 0 },
    { ...sound, slope: 2.5 },
    { ...sound, slope: 65 },
    { ...sound, slope: Number.POSITIVE_INFINITY },
    { ...sound, likeness: 'dot' as 'cosine' },
  ])('notice the calibration %o', async (calibration) => {
    const rule = 'declares a sound calibration of its cosines, or that there is none';
    expect(Object.keys(await complaintsAbout(calibrated(calibration)))).toEqual([rule]);
    expect(await complaintsAbout(calibrated(sound))).toEqual({});
  });
});
