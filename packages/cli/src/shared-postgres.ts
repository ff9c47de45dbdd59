import type { Postgres } from '@ibid/drivers/postgres/postgres';

/** The connections of this process to one database; disposing gives them up, and the last one closes them. */
export interface SharedPostgres extends AsyncDisposable {
  readonly postgres: Postgres;
}

interface Pool {
  readonly postgres: Promise<Postgres>;
  users: number;
}

const pools = new Map<string, Pool>();

/**
 * `url` with its password as `IBID_STATE_URL` gives it, and perhaps with `schema`, so that several sites can share a database. Nothing is
 * connected before the first call.
 */
export async function sharePostgres(url: string): Promise<SharedPostgres> {
  let pool = pools.get(url);
  if (pool === undefined) {
    const opening = import('@ibid/drivers/postgres/open-postgres').then(({ openPostgres }) =>
      openPostgres(withSchema(url)),
    );
    pool = { postgres: opening, users: 0 };
    pools.set(url, pool);
  }
  const own = pool;
  own.users += 1;
  let isGivenUp = false;
  const giveUp = async (): Promise<void> => {
    if (isGivenUp) return;
    isGivenUp = true;
    own.users -= 1;
    if (own.users > 0) return;
    pools.delete(url);
    await (await own.postgres).close();
  };
  try {
    return { postgres: await own.postgres, [Symbol.asyncDispose]: giveUp };
  } catch (error) {
    own.users -= 1;
    pools.delete(url);
    throw error;
  }
}

function withSchema(text: string): { readonly url: string; readonly schema?: string } {
  const url = URL.parse(text);
  const schema = url?.searchParams.get('schema') ?? undefined;
  if (url === null || schema === undefined) return { url: text };
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
