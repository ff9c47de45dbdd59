import type { Pool, PoolClient } from 'pg';

/** How long a server may take to hear that we leave. */
const GOODBYE_MS = 1_000;

/**
 * Ends the connections of a pool. One whose server does not answer would never end by itself, and would keep the process: it is cut off.
 * `clients`: those that are open.
 */
export async function endPool(pool: Pool, clients: ReadonlySet<PoolClient>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    // `pg` lists those that still try to connect, and tells nobody.
    const { _clients: all = [] } = pool as unknown as { readonly _clients?: readonly PoolClient[] };
    for (const client of [...clients, ...all]) cutOff(client);
    late.resolve();
  }, GOODBYE_MS);
  // The pool calls itself ended when it has said goodbye, before anybody has hung up.
  const hungUp = [...clients].map((client) => new Promise<void>((resolve) => void client.once('end', resolve)));
  try {
    await Promise.race([Promise.all([pool.end(), ...hungUp]), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function cutOff(client: PoolClient): void {
  // `pg` offers no other way to leave without a word.
  const { connection } = client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
