import type { HealthPart } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';

const PROBE = 'health check';

/** Asks each part to do a little of its real work; a part that the server was made without does not work. */
export async function probeParts(
  options: Pick<AppOptions, 'engine' | 'conversations' | 'ingest'>,
  needs: readonly HealthPart[],
  signal: AbortSignal,
): Promise<ReadonlyMap<HealthPart, boolean>> {
  const found = options.engine.search({ text: PROBE, limit: 1 }, { signal });
  const probes: Readonly<Record<HealthPart, () => Promise<boolean>>> = {
    index: async () => (await found) !== undefined,
    embedder: async () => (await found).vector !== undefined,
    sessions: async () => {
      if (options.conversations === undefined) return false;
      await options.conversations.count({ signal });
      return true;
    },
    jobs: async () => {
      if (options.ingest === undefined) return false;
      await options.ingest.jobs.list(1);
      return true;
    },
  };
  const results = needs.map(async (part): Promise<[HealthPart, boolean]> => [
    part,
    await probes[part]().catch(() => false),
  ]);
  void found.catch(() => undefined);
  return new Map(await Promise.all(results));
}
