import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMBEDDER_KEYS } from '../../../packages/cli/src/embedder-key.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What deployment files say of the program, and must be true of its sources. */
export interface ProgramFacts {
  /** Names of environment variables that it reads. */
  readonly variables: ReadonlySet<string>;
  /** Those among them that the key of a hosted embedder can stand in. */
  readonly embedderKeys: readonly string[];
  readonly port: number;
  /** Paths that answer whatever the host is called. */
  readonly probes: ReadonlySet<string>;
  /** Version of Node, `24.21.0`. */
  readonly node: string;
}

/** Reads them out of the sources of the command line and the server. */
export function programFacts(): ProgramFacts {
  const config = read('packages/cli/src/config.ts');
  const direct = [...config.matchAll(/const \{([^}]+)\} = process\.env/gu)].flatMap((match) => match[1]!.split(','));
  const sources = globSync('packages/{cli,drivers}/src/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.test\.ts$|-fixture\.ts$|\/testing\//u.test(path),
  );
  const keys = sources.flatMap((path) => [...read(path).matchAll(/'([A-Z][A-Z\d_]*_(?:API_)?KEY)'/gu)]);
  const app = read('packages/server/src/create-app.ts');
  return {
    variables: new Set([...direct.map((name) => name.trim()), ...keys.map((match) => match[1]!)]),
    embedderKeys: EMBEDDER_KEYS,
    port: Number(/DEFAULT_PORT = ([\d_]+)/u.exec(read('packages/cli/src/commands/serve.ts'))![1]!.replaceAll('_', '')),
    probes: new Set(['/health', '/ready'].filter((path) => app.includes(`'${path}'`))),
    node: read('.node-version').trim(),
  };
}
