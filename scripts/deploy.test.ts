/** Checks that the paths, commands, variables and settings in the deployment files exist in the repository. Starts no containers or clusters. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { checkConfig } from '../packages/cli/src/config-schema.ts';
import { buildProgram } from '../packages/cli/src/program.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCKERFILE = read('Dockerfile');
const GUIDE = read('docs/guide/deployment.md');

/** Rejects for a command line that `ibid` refuses. */
async function checkCommand(words: readonly string[]): Promise<void> {
  const program = buildProgram(() => Promise.resolve());
  for (const command of [program, ...program.commands]) command.configureOutput({ writeErr: () => undefined });
  await program.parseAsync(words, { from: 'user' });
}

/** `args` of containers, anywhere in the Kubernetes manifests. */
function argumentsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'args' ? [inner as string[]] : argumentsIn(inner)));
}

const MANIFESTS = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).map(
  (path) => [path, parseAllDocuments(read(path)).map((document) => document.toJS() as unknown)] as const,
);

describe('the Dockerfile', () => {
  test('runs the Node of the repository', () => {
    expect(/^ARG NODE=(.+)$/mu.exec(DOCKERFILE)![1]).toBe(read('.node-version').trim());
  });

  test('names files and folders that are there, and are not kept out', () => {
    const named = DOCKERFILE.match(/\b(?:packages|scripts|deploy)\/[\w./-]*\w/gu)!;
    expect(named).toEqual(expect.arrayContaining(['packages/cli', 'scripts/build.ts', 'deploy/healthcheck.mjs']));
    const kept = read('.dockerignore')
      .matchAll(/^!(.+)$/gmu)
      .map(([, path]) => path!)
      .toArray();
    for (const path of named) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
      expect(kept.some((one) => path === one || path.startsWith(`${one}/`))).toBe(true);
    }
  });

  test('starts a command that there is', async () => {
    const words = JSON.parse(/^CMD (\[.+\])$/mu.exec(DOCKERFILE)![1]!) as string[];
    expect(words[0]).toBe('serve');
    await checkCommand(words);
  });
});

test.each(['deploy/compose/ibid.config.json', 'deploy/kubernetes/ibid.config.json'])('%s is accepted', (path) => {
  expect(checkConfig(JSON.parse(read(path)), path)).toMatchObject({ server: { host: '0.0.0.0' } });
});

test('compose mounts what is there', () => {
  const { services } = parse(read('compose.yaml')) as { services: { ibid: { volumes: string[] } } };
  const [pages, config] = services.ibid.volumes;
  expect(pages).toBe('${IBID_DOCS:-./docs}:/work/docs:ro');
  expect(existsSync(join(ROOT, config!.split(':')[0]!))).toBe(true);
});

test('containers of Kubernetes are started with commands that there are', async () => {
  const commands = MANIFESTS.flatMap(([, documents]) => argumentsIn(documents));
  expect(commands.map(([name]) => name).sort()).toEqual(['index', 'serve']);
  for (const words of commands) await checkCommand(words);
});

test('probes ask what the server answers', () => {
  const server = read('packages/server/src/operations.ts');
  const probes = [...read('deploy/kubernetes/deployment.yaml').matchAll(/path: (\/[a-z]+)$/gmu)].map(
    ([, path]) => path,
  );
  expect(probes).toEqual(['/health', '/ready']);
  for (const probe of probes) expect(server).toContain(`'${probe}'`);
});

test('variables that are set are read by the program', () => {
  const sources = globSync('packages/{cli,drivers}/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map(read)
    .join('\n');
  const set = ['compose.yaml', 'deploy/compose/env.example', 'deploy/kubernetes/kustomization.yaml', 'Dockerfile']
    .flatMap((path) => read(path).match(/\b(?:IBID_[A-Z_]+|[A-Z]+_API_KEY)\b/gu) ?? [])
    .filter((name) => name !== 'IBID_DOCS' && !name.startsWith('QDRANT__'));
  expect(set).toContain('IBID_STATE_URL');
  for (const name of new Set(set)) expect([name, new RegExp(`\\b${name}\\b`, 'u').test(sources)]).toEqual([name, true]);
});

describe('the guide', () => {
  test('names files that are there', () => {
    const named = GUIDE.match(/\b(?:deploy|scripts)\/[\w./-]*\w/gu)!;
    expect(named).toContain('deploy/compose/env.example');
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('shows commands that there are', async () => {
    const shells = [...GUIDE.matchAll(/```bash\n([^]*?)```/gu)].map(([, code]) => code!.replaceAll('\\\n', ' '));
    const commands = shells.flatMap((code) => [
      ...code.matchAll(/\bibid(?::0\.1\.0)? ((?:index|copy|verify)\b[^#\n]*)/gu),
    ]);
    expect(commands.length).toBeGreaterThan(2);
    for (const [, words] of commands) await checkCommand(words!.trim().split(/\s+/u));
  });

  test('a command that is not there is refused (planted)', async () => {
    await expect(checkCommand(['serve', '--hots', '0.0.0.0'])).rejects.toThrow('unknown option');
  });
});
