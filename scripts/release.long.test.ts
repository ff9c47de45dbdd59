/** Without the real registry, tools and dependencies cannot be installed; the tests then report that and are skipped. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKED } from './pack/published-manifest.ts';
import { packFolder } from './pack/pack-all.ts';
import { stagePackage } from './pack/stage-package.ts';
import { tryRelease, UPSTREAM } from './release.ts';
import { checkPackage, checkVersions } from './release/check-packages.ts';
import { runSteps } from './release/run-steps.ts';
import { installTools, type Tools } from './release/tools.ts';

const MINUTES = 60_000;
const isReachable = await fetch(new URL('publint', UPSTREAM), { signal: AbortSignal.timeout(15_000) }).then(
  ({ ok }) => ok,
  () => false,
);

describe.skipIf(!isReachable)(`a release${isReachable ? '' : ` (skipped: ${UPSTREAM} is not reachable)`}`, () => {
  let folder = '';
  let tools: Tools;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ibid-release-test-'));
    await mkdir(join(folder, 'tools'));
    tools = await installTools(join(folder, 'tools'));
  }, 2 * MINUTES);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test(
    'with npm on the oldest Node that is served every step passes, and the program stays small',
    async () => {
      const lines: string[] = [];
      const { results } = await tryRelease(join(folder, 'packed'), {
        managers: ['npm'],
        nodes: ['22'],
        tools,
        log: (line) => lines.push(line),
      });
      expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
      expect(lines.join('\n')).toContain('npx --yes ibid ask');
    },
    5 * MINUTES,
  );

  test('a package without a file that it exports is refused, by its name and with a way to repeat it', async () => {
    const staged = await mkdtemp(join(folder, 'client-'));
    await stagePackage(
      PACKED.find((one) => one.folder === 'client')!,
      staged,
    );
    const sound = await packFolder(staged, folder);
    await checkPackage(sound, tools);
    await rm(join(staged, 'dist/read-wire.js'));
    const broken = await packFolder(staged, folder);
    const step = { name: 'the client', run: () => checkPackage(broken, tools), repeat: 'again' };
    const [result] = await runSteps([step], () => undefined);
    expect(result).toMatchObject({ name: 'the client', repeat: 'again' });
    expect(result!.failure).toContain('@ibid/client');
    expect(result!.failure).toContain('dist/read-wire.js');
    await expect(checkVersions([sound, { ...sound, version: '0.2.0' }])).rejects.toThrow('0.1.0, 0.2.0');
  });
});
