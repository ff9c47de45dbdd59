import type { Engine, IndexInfo } from '@ibid/core';

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
      readonly down: readonly ('server' | 'store' | 'index')[];
      readonly message: string;
    };

/** Asks every part that an answer needs. */
export async function readiness(
  engine: Pick<Engine, 'info'>,
  options: { readonly stopping: boolean; readonly signal: AbortSignal },
): Promise<Readiness> {
  if (options.stopping) return unavailable('server', 'The server is shutting down.');
  let info: IndexInfo | undefined;
  try {
    info = await engine.info({ signal: options.signal });
  } catch {
    return unavailable('store', 'The index cannot be read.');
  }
  if (info === undefined) return unavailable('index', 'No pages have been indexed yet.');
  const { generation, pages, chunks, publishedAt } = info;
  return { status: 'ready', generation, pages, chunks, published_at: publishedAt };
}

function unavailable(part: 'server' | 'store' | 'index', message: string): Readiness {
  return { status: 'unavailable', down: [part], message };
}
