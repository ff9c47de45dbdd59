import { IbidError } from '@ibid/core';

/** Where a database is, in words that may stand in any log. */
export interface ConnectionPlace {
  /** Host, port, database and user, never the password. */
  readonly words: string;
  /** As `pg` understands it. */
  readonly url: string;
  /** That of the URL's `schema`. */
  readonly schema: string | undefined;
}

/** Rejects anything that `pg` would fill in from somewhere else. */
export function connectionPlace(given: string): ConnectionPlace {
  const url = withHost(given.trim());
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(?:ql)?:$/u.test(parsed.protocol))
    throw new IbidError(
      'INVALID_CONFIG',
      'The address of the state is not one of PostgreSQL; write postgres://user:password@host:5432/database, with signs such as @ and / in the password percent-encoded',
    );
  const named = parsed.searchParams.get('host') ?? decoded(parsed.hostname, 'host');
  const host = named === NO_HOST ? '' : named;
  const port = parsed.searchParams.get('port') ?? (parsed.port || '5432');
  const user = parsed.searchParams.get('user') ?? decoded(parsed.username, 'user');
  const database = decoded(parsed.pathname.slice(1), 'database');
  decoded(parsed.password, 'password');
  for (const [name, value] of Object.entries({ host, user, database })) {
    if (value === '')
      throw new IbidError(
        'INVALID_CONFIG',
        `openPostgres: \`url\` names no ${name}; write postgres://user:password@host:5432/database`,
      );
  }
  const schema = parsed.searchParams.get('schema') ?? undefined;
  parsed.searchParams.delete('schema');
  return {
    words: `PostgreSQL on ${host}:${port}, database \`${database}\`, user \`${user}\``,
    url: schema === undefined ? url : parsed.href,
    schema,
  };
}

/** Stands where a URL names its host, such as the folder of a socket, in `?host=` alone; no name of a real one ends like this. */
const NO_HOST = 'none.invalid';

/** libpq takes `user:password@/database`, which is no URL to others. */
function withHost(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/:])/u, `$1${NO_HOST}`);
}

function decoded(part: string, name: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new IbidError(
      'INVALID_CONFIG',
      `openPostgres: the ${name} in \`url\` has a % that begins no percent-encoded sign; write % as %25`,
    );
  }
}
