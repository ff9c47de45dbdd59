import type { HealthEndpoint, HealthPart } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { withinDeadline } from './within-deadline.ts';

/** A part that hangs is told as one that does not work. */
const DEADLINE_MS = 1_500;

/** Asks each part by itself to do a little of its real work, where that costs nothing; a part that the server was made without does not work. */
export async function probeParts(
  options: Pick<AppOptions, 'engine' | 'conversations' | 'ingest' | 'agent'>,
  { needs, mentions }: Pick<HealthEndpoint, 'needs' | 'mentions'>,
  asked: AbortSignal,
  deadlineMs: number = DEADLINE_MS,
): Promise<ReadonlyMap<HealthPart, boolean>> {
  const probes: Readonly<Record<HealthPart, (signal: AbortSignal) => Promise<boolean>>> = {
    index: async (signal) => {
      await options.engine.checkIndex({ signal });
      return true;
    },
    embedder: (signal) => options.engine.embedderWorks({ signal }),
    sessions: async (signal) => {
      if (options.conversations === undefined) return false;
      await options.conversations.count({ signal });
      return true;
    },
    jobs: async () => {
      if (options.ingest === undefined) return false;
      await options.ingest.jobs.list(1);
      return true;
    },
    // Asking a model costs money, so it is known by how its last calls ended.
    model: async () => Promise.resolve(options.agent?.isReachable?.() === true),
  };
  const has: Partial<Record<HealthPart, boolean>> = { model: options.agent?.isReachable !== undefined };
  const told = [...needs, ...mentions.filter((part) => has[part] === true)];
  const results = told.map(async (part): Promise<[HealthPart, boolean]> => [
    part,
    await withinDeadline(probes[part], { signal: asked, deadlineMs }).catch(() => false),
  ]);
  return new Map(await Promise.all(results));
}
