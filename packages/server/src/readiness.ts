import type { IndexInfo } from '@ibid/core';
import type { AppOptions } from './app-options.ts';

export type Readiness =
  | {
      readonly status: 'ready';
      readonly generation: number;
      readonly pages: number;
      readonly chunks: number;
      readonly published_at: string;
    }
  | {
      readonly status: 'unavailable';
      /** Parts that do not work (R28). */
      readonly down: readonly Part[];
      readonly message: string;
    };

type Part = 'server' | 'store' | 'index' | 'sessions' | 'jobs';

/** Asks every part that the server was made with. */
export async function readiness(
  options: Pick<AppOptions, 'engine' | 'conversations' | 'ingest' | 'shutdown'>,
  signal: AbortSignal,
): Promise<Readiness> {
  if (options.shutdown?.aborted === true) return unavailable(['server'], 'The server is shutting down.');
  const [info, sessions, jobs] = await Promise.all([
    indexInfo(options.engine, signal),
    works(options.conversations?.count({ signal })),
    works(options.ingest?.jobs.list(1)),
  ]);
  const state: Part[] = [...(sessions ? [] : ['sessions' as const]), ...(jobs ? [] : ['jobs' as const])];
  if (info === 'unreadable') return unavailable(['store', ...state], 'The index cannot be read.');
  if (info === undefined) return unavailable(['index', ...state], 'No pages have been indexed yet.');
  if (state.length > 0) return unavailable(state, 'The state of conversations or jobs cannot be read.');
  return ready(info);
}

function ready({ generation, pages, chunks, publishedAt }: IndexInfo): Readiness {
  return { status: 'ready', generation, pages, chunks, published_at: publishedAt };
}

function unavailable(down: readonly Part[], message: string): Readiness {
  return { status: 'unavailable', down, message };
}

async function works(probe: Promise<unknown> | undefined): Promise<boolean> {
  try {
    await probe;
    return true;
  } catch {
    return false;
  }
}

/** Not the count alone: only a search reads what an answer needs. Without its embedder a server still answers, by words. */
async function indexInfo(
  engine: AppOptions['engine'],
  signal: AbortSignal,
): Promise<IndexInfo | undefined | 'unreadable'> {
  try {
    const info = await engine.info({ signal });
    if (info !== undefined) await engine.checkIndex({ signal });
    return info;
  } catch {
    return 'unreadable';
  }
}
