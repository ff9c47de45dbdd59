import { newPglite } from './new-pglite-fixture.ts';
import { serveSession } from './serve-session.ts';

export interface StartedPglite {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * PostgreSQL as a package, in the memory of this process, behind a port of the loopback interface, so that other processes can use
 * it too. It takes some 600 MB. It has one session (`serve-session.ts`), and what a server does by signals, such
 * as `statement_timeout`, it does not do.
 */
export async function startPglite(): Promise<StartedPglite> {
  const database = await newPglite();
  // Its answers lie in memory that it uses again.
  const answer = async (messages: Uint8Array): Promise<Uint8Array> =>
    Uint8Array.from(await database.execProtocolRaw(messages));
  const served = await serveSession({ answer });
  return {
    url: `postgres://postgres@127.0.0.1:${served.port}/postgres`,
    async close() {
      await served.close();
      await database.close();
    },
  };
}
