import { countingEmbedder, faultyEmbedder, type EmbedderCounts, type FaultOptions } from '@ibid/testkit';
import { openEmbedder, type OpenEmbedderOptions, type TextEmbedder } from './open-embedder.ts';
import { soundEmbedder } from './sound-embedder-fixture.ts';
import type { Embedder, EmbedderSource } from '../types/embedder.ts';

export function embedderOf(source: EmbedderSource): Embedder {
  if (source.kind !== 'fixed') throw new Error('The source of this test is fixed.');
  return source.embedder;
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

interface Opened {
  readonly opened: TextEmbedder;
  readonly counts: EmbedderCounts;
  readonly waits: readonly number[];
}

/** Opens an embedder, faulty if `faults` are given. Counts its calls and records the waits between attempts without waiting. */
export function open(
  options: OpenEmbedderOptions & { readonly embedder?: Embedder; readonly faults?: FaultOptions } = {},
): Opened {
  const { embedder = soundEmbedder(), faults, ...rest } = options;
  const waits: number[] = [];
  const sound: EmbedderSource = { kind: 'fixed', embedder };
  const { source, counts } = countingEmbedder(faults === undefined ? sound : faultyEmbedder(sound, faults));
  const opened = openEmbedder(embedderOf(source), {
    // These two waits are deadlines for readers and never pass here; see `quickly-again.test.ts`.
    sleep: async (milliseconds, signal) =>
      [900, 1_900].includes(milliseconds) ? ended(signal) : void waits.push(milliseconds),
    random: () => 0,
    ...rest,
  });
  return { opened, counts, waits };
}
