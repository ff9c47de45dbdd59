import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dockerfileFaults } from './checks/dockerfile-faults.ts';
import { programFacts } from './checks/program-facts.ts';
import { contextFilter } from './dockerfile/context-filter.ts';
import { readDockerfile } from './dockerfile/read-dockerfile.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8');

function faultsOf(text: string, ignored = IGNORED): readonly string[] {
  return dockerfileFaults(readDockerfile(text), {
    facts: programFacts(),
    exists: (path) => existsSync(join(ROOT, path)),
    isSent: contextFilter(ignored),
  });
}

describe('the Dockerfile', () => {
  test('keeps what the image promises', () => {
    expect(faultsOf(TEXT)).toEqual([]);
  });

  test.each([
    [
      'another Node than the one that the project runs on',
      'NODE_VERSION=24.21.0',
      'NODE_VERSION=24.20.0',
      /is not Node/u,
    ],
    ['root', 'USER 10001:10001', 'USER 0:0', /root/u],
    ['a user by name', 'USER 10001:10001', 'USER node', /no number/u],
    ['no user', 'USER 10001:10001\n', '', /root/u],
    [
      'a shell between signals and the program',
      'ENTRYPOINT ["ibid"]',
      'ENTRYPOINT ibid',
      /ENTRYPOINT is not in exec form/u,
    ],
    [
      'a health check with curl',
      '["node", "/app/healthcheck.mjs"]',
      '["curl", "-f", "http://localhost:3210"]',
      /curl/u,
    ],
    ['a file that is not there', 'COPY LICENSE ./', 'COPY LICENCE ./', /no LICENCE/u],
    ['a file that is not sent', 'COPY LICENSE ./', 'COPY README.md ./', /keeps README/u],
    ['a stage that is not there', '--from=installed', '--from=instaled', /no stage/u],
    [
      'a program that the base lacks',
      'RUN mkdir -p',
      'RUN apt-get install curl && mkdir -p',
      /apt-get is not in the base/u,
    ],
    [
      'an installation that may differ',
      'RUN npm ci --ignore-scripts',
      'RUN npm install --ignore-scripts',
      /not `npm ci`/u,
    ],
    ['scripts of packages', ' --ignore-scripts --workspace', ' --workspace', /not `npm ci`/u],
    ['a secret', 'PORT=3210', 'PORT=3210 IBID_TOKEN=abc', /IBID_TOKEN would lie in the image/u],
    ['a variable that nothing reads', 'IBID_INDEX=', 'IBID_INDEX_FILE=', /nothing reads IBID_INDEX_FILE/u],
    ['another port', 'EXPOSE 3210', 'EXPOSE 8080', /the port is not/u],
    ['an index outside of the volume', 'VOLUME /var/lib/ibid', 'VOLUME /data', /not lie in the volume/u],
    ['npm in the image', ' bin/npm bin/npx', ' bin/npx', /npm stays/u],
  ])('a planted fault is seen: %s', (_, from, to, fault) => {
    const planted = TEXT.replaceAll(from, to);
    expect(planted).not.toBe(TEXT);
    expect(faultsOf(planted).join('\n')).toMatch(fault);
  });

  test('a context that keeps back what is copied is seen', () => {
    expect(faultsOf(TEXT, IGNORED.replace('!packages\n', ''))).toContainEqual(
      expect.stringContaining('keeps packages back'),
    );
  });
});

describe('what the engine is sent', () => {
  const isSent = contextFilter(IGNORED);

  test.each(['package-lock.json', 'packages/cli/src/main.ts', 'packages/cli/bin/ibid.js', 'deploy/healthcheck.mjs'])(
    '%s is',
    (path) => {
      expect(isSent(path)).toBe(true);
    },
  );

  test.each([
    '.env',
    '.git/config',
    'node_modules/hono/package.json',
    'packages/core/node_modules/x/y.js',
    '.ibid/index.db',
  ])('%s is not', (path) => {
    expect(isSent(path)).toBe(false);
  });

  test('what tests bring is not', () => {
    expect(isSent('packages/cli/src/cli.test.ts')).toBe(false);
    expect(isSent('packages/widget/dist/bundle/ibid-ask.js')).toBe(false);
  });
});

describe('reading', () => {
  test('flags, continued lines, comments between them and both forms of commands', () => {
    const { stages } = readDockerfile(
      'ARG V=1.2\n# why\nFROM a:${V}-slim AS one\nRUN x \\\n  # aside\n  && y\nFROM one\nCOPY --from=one --chown=1:2 /a b/\nCMD ["serve", "--a b"]\n',
    );
    expect(stages.map(({ name, base }) => [name, base])).toEqual([
      ['one', 'a:1.2-slim'],
      ['', 'one'],
    ]);
    expect(stages[0]!.steps.map(({ text, line }) => [text, line])).toEqual([['x && y', 4]]);
    expect(stages[1]!.steps.map(({ flags, words, isExecForm }) => [flags, words, isExecForm])).toEqual([
      [{ from: 'one', chown: '1:2' }, ['/a', 'b/'], false],
      [{}, ['serve', '--a b'], true],
    ]);
  });

  test.each([
    ['FROM a:${V}', /no ARG/u],
    ['RUN x', /Line 1/u],
    ['FROM a\nRUN <<EOF', /Line 2/u],
    ['FROM a\nRUN x \\', /Line 2/u],
  ])('%j is told', (text, message) => {
    expect(() => readDockerfile(text)).toThrow(message);
  });
});
