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

/** Placeholder for URLs that name their host, such as the folder of a socket, only in `?host=`; `.invalid` is never a real domain. */
const NO_HOST = 'none.invalid';

/** Parses a URL. Throws for anything that `pg` would fill in from elsewhere. */
export function connectionPlace(given: string): ConnectionPlace {
  // libpq accepts `user:password@/database`, URL parsers do not.
  const url = given.trim().replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/:])/u, `$1${NO_HOST}`);
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:$/u.test(parsed.protocol))
    throw invalidConfig(
      'The address of the state is not one of PostgreSQL; write postgres://user:password@host:5432/database, with signs such as @ and / in the password percent-encoded',
    );
  const { searchParams: parameters, hostname, username, password, pathname } = parsed;
  const [ownHost, ownUser, database] = decoded([hostname, username, pathname.slice(1), password]);
  const host = parameters.get('host') ?? (ownHost === NO_HOST ? '' : ownHost);
  const port = parameters.get('port') ?? (parsed.port || '5432');
  const user = parameters.get('user') ?? ownUser;
  for (const [name, value] of Object.entries({ host, user, database })) {
    if (value === '')
      throw invalidConfig(`openPostgres: \`url\` names no ${name}; write postgres://user:password@host:5432/database`);
  }
  const schema = parameters.get('schema') ?? undefined;
  parameters.delete('schema');
  return {
    words: `PostgreSQL on ${host}:${port}, database \`${database}\`, user \`${user}\``,
    url: schema === undefined ? url : parsed.href,
    schema,
  };
}

function decoded(parts: readonly string[]): readonly string[] {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    throw invalidConfig('openPostgres: `url` has a % that begins no percent-encoded sign; write % as %25');
  }
}
