import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { composeFaults, type ComposeFile } from './checks/compose-faults.ts';
import { deployedConfig } from './checks/deployed-config.ts';
import { programFacts } from './checks/program-facts.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const TEXT = read('compose.yaml');
const EXAMPLE = read('deploy/compose/env.example');

function settings(example: string): readonly (readonly [string, string])[] {
  const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}

const CONFIG = deployedConfig(join(ROOT, 'deploy/compose/ibid.config.json'));

function faultsOf(text: string, config = CONFIG): readonly string[] {
  return composeFaults(parse(text, { merge: true }) as ComposeFile, {
    facts: programFacts(),
    exists: (path) => existsSync(join(ROOT, path)),
    named: new Set(settings(EXAMPLE).map(([name]) => name)),
    config,
  });
}

describe('compose.yaml', () => {
  test('keeps its promises', () => {
    expect(faultsOf(TEXT)).toEqual([]);
  });

  test.each([
    ['a root that can be written', 'read_only: true', 'read_only: false', /root can be written/u],
    ['capabilities', 'cap_drop: [ALL]', 'cap_drop: []', /ibid: it keeps capabilities/u],
    [
      'rights that can be gained',
      "security_opt: ['no-new-privileges:true']",
      'security_opt: []',
      /qdrant: its programs/u,
    ],
    ['root', "user: '10001:10001'", "user: '0:0'", /root/u],
    ['no place for temporary files', "'/tmp:size=64m,mode=1777', ", '', /\/tmp cannot be written/u],
    ['a port that is open to the network', "'127.0.0.1:3210:3210'", "'3210:3210'", /open to the network/u],
    ['a port that leads elsewhere', "'127.0.0.1:3210:3210'", "'127.0.0.1:3210:80'", /does not lead to the server/u],
    ['an image without a version', 'qdrant/qdrant:v1.19.0-unprivileged', 'qdrant/qdrant:latest', /no version/u],
    [
      'a start that waits for nothing',
      'qdrant: { condition: service_healthy }',
      'qdrant: { condition: service_started }',
      /wait until qdrant/u,
    ],
    ['a variable that nothing reads', 'IBID_STATE_URL: ', 'IBID_DATABASE_URL: ', /nothing reads IBID_DATABASE_URL/u],
    [
      'a secret in the file',
      '${QDRANT_API_KEY:?put it into .env}',
      'correct-horse',
      /QDRANT_API_KEY stands in the file/u,
    ],
    ['a secret that the example does not name', '${IBID_TOKEN:-}', '${TOKEN:-}', /TOKEN is not in the example/u],
    ['an index elsewhere', 'http://qdrant:6333', 'http://vectors:6333', /IBID_INDEX leads to no service/u],
    ['a kill before the last answer', 'stop_grace_period: 45s', 'stop_grace_period: 20s', /killed before 36 s/u],
    [
      'a file that is not there',
      'compose/ibid.config.json:',
      'compose/ibid.conf:',
      /no \.\/deploy\/compose\/ibid\.conf/u,
    ],
    ['a volume that nobody declares', 'postgres: {}\n', '', /no volume postgres/u],
    ['a key that no embedder gets', '    COHERE_API_KEY: ${COHERE_API_KEY:-}\n', '', /gets its COHERE_API_KEY/u],
    ['pages elsewhere', ':/work/docs:ro', ':/work/pages:ro', /no pages at docs/u],
    ['pages that can be written', '/work/docs:ro', '/work/docs', /can be written/u],
  ])('a planted fault is seen: %s', (_, from, to, fault) => {
    const planted = TEXT.replaceAll(from, to);
    expect(planted).not.toBe(TEXT);
    expect(faultsOf(planted).join('\n')).toMatch(fault);
  });

  test.each([
    ['a token that allows nothing', 'source', /IBID_TOKEN allows nothing/u],
    ['pages without an address', 'siteUrl', /without a siteUrl/u],
  ] as const)('a planted fault of the configuration is seen: %s', (_, key, fault) => {
    const { [key]: __, ...planted } = CONFIG;
    expect(faultsOf(TEXT, planted).join('\n')).toMatch(fault);
  });

  test('the example of the env file holds no secret', () => {
    const filled = settings(EXAMPLE).filter(([, value]) => value !== '');
    expect(filled).toEqual([['IBID_DOCS', './docs']]);
  });

  test('the proxy leads to the replicas that there are, and asks for their readiness', () => {
    const { services } = parse(TEXT, { merge: true }) as ComposeFile;
    const caddy = read('deploy/compose/Caddyfile');
    const targets = /reverse_proxy (.+) \{/u.exec(caddy)![1]!.split(' ');
    const built = Object.entries(services).filter(([, { build }]) => build !== undefined);
    expect(targets).toEqual(built.map(([name]) => `${name}:${programFacts().port}`));
    expect(programFacts().probes).toContain(/health_uri (\S+)/u.exec(caddy)![1]);
  });
});

test('what the suites are run against is on ports of this machine alone, and is waited for', () => {
  const { services } = parse(read('deploy/compose.test.yaml')) as ComposeFile;
  expect(Object.keys(services)).toEqual(['qdrant', 'postgres']);
  for (const { ports, healthcheck, image } of Object.values(services)) {
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+:\d+$/u)]);
    expect(healthcheck).toBeDefined();
    expect(image).toMatch(/:v?\d/u);
  }
});
