import { IbidError } from '@ibid/core';

/** Where a database is, in words that may stand in any log. */
export interface ConnectionPlace {
  /** Host, port, database and user, never the password. */
  readonly words: string;
}

/** Rejects anything that `pg` would fill in from somewhere else. */
export function connectionPlace(url: string): ConnectionPlace {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(?:ql)?:$/u.test(parsed.protocol))
    throw new IbidError(
      'INVALID_CONFIG',
      'openPostgres: `url` is not one of PostgreSQL; write postgres://user:password@host:5432/database, with signs such as @ and / in the password percent-encoded',
    );
  const host = parsed.searchParams.get('host') ?? decoded(parsed.hostname, 'host');
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
  return { words: `PostgreSQL on ${host}:${port}, database \`${database}\`, user \`${user}\`` };
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
