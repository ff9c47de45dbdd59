/** `IBID_STATE_URL`: the data kept in a database, and the messages about one that cannot be used. */
import { openPostgres } from '@ibid/drivers/state/postgres';
import { stateOver } from '@ibid/drivers/state/state';
import { needsServer, onLoopback, openPostgresService, sketchFeedback, type PostgresService } from '@ibid/testkit';
import { existsSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorkplace, runIbid, startIbid, type Finished, type Workplace } from './testing/run-ibid.ts';

// Each case starts a real process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PASSWORD = 'CANARY-p%40ssword';

let place: Workplace;
/** Accepts connections and never answers. */
let silent: Awaited<ReturnType<typeof onLoopback>>;
const sockets = new Set<Socket>();

beforeAll(async () => {
  place = await openWorkplace();
  await place.write({
    'docs/install.md': '# Install\n\n## From npm\n\nRun the installer once. It needs Node 24.\n',
    'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless another one is named.\n',
  });
  silent = await onLoopback(createServer((socket) => void sockets.add(socket)));
  await ibid('', 'index', 'docs', '--quiet');
});
afterAll(async () => {
  await silent.close(() => sockets.forEach((socket) => socket.destroy()));
  await place[Symbol.asyncDispose]();
});

function ibid(url: string, ...args: string[]): Promise<Finished> {
  return runIbid(place.path, args, { IBID_STATE_URL: url });
}

function runHere(url: string, args: readonly string[]): Promise<Finished> {
  return ibid(url, ...args);
}

function runApart(url: string, args: readonly string[]): Promise<Finished> {
  return startIbid(place.path, args, { env: { IBID_STATE_URL: url } }).finished;
}

function urlAt(port: number): string {
  return `postgres://someone:${PASSWORD}@127.0.0.1:${port}/kept`;
}

function shown({ stdout, stderr }: Finished): string {
  return stdout + stderr;
}

describe('a database that cannot be used', () => {
  it.concurrent.each([
    // A command that waits needs a separate process, because commands in this one run in turn.
    ['is not there', () => urlAt(1), /PostgreSQL on 127\.0\.0\.1:1, database `kept`, user `someone`/u, runHere],
    ['never answers', () => urlAt(silent.port), /PostgreSQL on 127\.0\.0\.1/u, runApart],
  ])('that %s keeps a server from starting and is named without its password', async (_, url, words, run) => {
    const commands = [['serve', '--port', '0', '--debug'], ['doctor'], ['doctor', '--json']];
    const ended = await Promise.all(commands.map((args) => run(url(), args)));
    const [told, examined, machine] = ended as [Finished, Finished, Finished];
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(told.stderr).toMatch(words);
    expect(examined.stdout).toMatch(/✔ index .*2 pages/u);
    expect(examined.stdout).toMatch(/✖ state .*PostgreSQL/u);
    expect(JSON.parse(machine.stdout)).toMatchObject({ settings: { stateUrl: 'set' } });
    expect(ended.map(shown).join('\n')).not.toMatch(/CANARY|p@ssword/u);
  });

  it('is no matter for questions that nothing is kept of', async () => {
    const { code, stdout } = await ibid(urlAt(1), 'ask', 'Which port does the server listen on?');
    expect([code, stdout]).toEqual([0, expect.stringContaining('port 4000')]);
  });

  it.each(['mysql://me:CANARY@host/db', 'CANARY', 'postgres://CANARY@'])(
    'is refused as %s, unrepeated',
    async (url) => {
      const told = await ibid(url, 'feedback');
      expect(told.code).toBe(2);
      expect(shown(told)).not.toContain('CANARY');
    },
  );
});

describe.skipIf(needsServer.isMissing)(`a database${needsServer.note}`, () => {
  let service: PostgresService;
  let url: URL;
  beforeAll(async () => {
    service = await openPostgresService();
    url = new URL(service.url);
    url.searchParams.set('schema', service.freshSchema());
  });
  afterAll(() => service.close());

  it('holds verdicts, which `ibid feedback` shows, and no file is made', async () => {
    await using other = await openWorkplace();
    const run = (...args: string[]): Promise<Finished> => runIbid(other.path, args, { IBID_STATE_URL: url.href });
    expect(JSON.parse((await run('feedback', '--json')).stdout)).toMatchObject({ up: 0, down: 0 });
    await using state = stateOver(await openPostgres({ url: url.href }));
    await state.feedback.put(sketchFeedback(1, 1, { note: 'old', page: '/fan' }), 10);
    const { code, stdout } = await run('feedback', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { down: 1, latest: [{ note: 'old', page: '/fan' }] }]);
    const examined = await run('doctor');
    expect(examined.stdout).toMatch(/✔ state .*PostgreSQL on .*0 conversations/u);
    expect(existsSync(join(other.path, '.ibid'))).toBe(false);
  });
});
