import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseInput } from '../cases/bench-case.ts';
import type { CaseOutcome } from '../run-case.ts';

export const SCALE_CELLS: readonly { readonly size: number; readonly dimensions: number }[] = [
  { size: 20_000, dimensions: 256 },
  { size: 20_000, dimensions: 1024 },
  { size: 100_000, dimensions: 256 },
  { size: 100_000, dimensions: 1024 },
  { size: 300_000, dimensions: 256 },
  { size: 300_000, dimensions: 1024 },
];

export interface ScaleOutcomes {
  readonly cells: readonly ScaleOutcome[];
}

export interface ScaleOutcome {
  /** Number of passages. */
  readonly size: number;
  readonly dimensions: number;
  readonly index: CaseOutcome;
  readonly query: CaseOutcome;
}

/** Measures only the embedded store, from small to its largest practical size. One process writes the index, another one searches it. */
export async function benchScale(
  folder: string,
  measured: (name: string, input: CaseInput) => Promise<CaseOutcome>,
  progress: (line: string) => void,
): Promise<ScaleOutcomes> {
  const outcomes: ScaleOutcome[] = [];
  for (const scale of SCALE_CELLS) {
    progress(`${scale.size} passages × ${scale.dimensions} dimensions in the embedded store`);
    await mkdir(folder, { recursive: true });
    const input = { corpus: '', index: join(folder, 'index.db'), passages: '', saved: '', questions: [], scale };
    const index = await measured('scale index', input);
    const query: CaseOutcome =
      index.kind === 'measured'
        ? await measured('scale query', input)
        : { kind: 'skipped', reason: 'there is no index' };
    outcomes.push({ ...scale, index, query });
    await rm(folder, { recursive: true, force: true });
  }
  return { cells: outcomes };
}
