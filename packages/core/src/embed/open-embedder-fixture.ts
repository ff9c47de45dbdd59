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

/** `openEmbedder` over an embedder that is sound or, with `faults`, not; its calls are counted, and what it waits for is noted and not waited for. */
export function open(
  options: OpenEmbedderOptions & { readonly embedder?: Embedder; readonly faults?: FaultOptions } = {},
): Opened {
  const { embedder = soundEmbedder(), faults, ...rest } = options;
  const waits: number[] = [];
  const sound: EmbedderSource = { kind: 'fixed', embedder };
  const { source, counts } = countingEmbedder(faults === undefined ? sound : faultyEmbedder(sound, faults));
  const opened = openEmbedder(embedderOf(source), {
    // What limits the wait of readers never passes here; see `quickly-again.test.ts`.
    sleep: async (milliseconds, signal) =>
      [900, 1_900].includes(milliseconds) ? ended(signal) : void waits.push(milliseconds),
    random: () => 0,
    ...rest,
  });
  return { opened, counts, waits };
}
