import { invalidConfig } from '@ibid/core';

/** Location of a database, with a description that is safe to log. */
export interface ConnectionPlace {
  /** Host, port, database and user, never the password. */
  readonly words: string;
  /** URL in the form that `pg` understands. */
  readonly url: string;
  /** Value of the URL's `schema` parameter. */
  readonly schema: string | undefined;
}

/** Parses a URL. Throws for anything that `pg` would fill in from elsewhere. */
export function connectionPlace(given: string): ConnectionPlace {
  const url = withHost(given.trim());
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(?:ql)?:$/u.test(parsed.protocol))
    throw invalidConfig(
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
      throw invalidConfig(`openPostgres: \`url\` names no ${name}; write postgres://user:password@host:5432/database`);
  }
  const schema = parsed.searchParams.get('schema') ?? undefined;
  parsed.searchParams.delete('schema');
  return {
    words: `PostgreSQL on ${host}:${port}, database \`${database}\`, user \`${user}\``,
    url: schema === undefined ? url : parsed.href,
    schema,
  };
}

/** Placeholder for URLs that name their host, such as the folder of a socket, only in `?host=`; `.invalid` is never a real domain. */
const NO_HOST = 'none.invalid';

/** Adds the placeholder host to `user:password@/database`, which libpq accepts but URL parsers do not. */
function withHost(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/:])/u, `$1${NO_HOST}`);
}

function decoded(part: string, name: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidConfig(
      `openPostgres: the ${name} in \`url\` has a % that begins no percent-encoded sign; write % as %25`,
    );
  }
}
