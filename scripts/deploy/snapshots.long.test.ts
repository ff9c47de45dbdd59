/** The shell of the guide's section on snapshots, as it stands there, against the stand-in for Qdrant. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openQdrantService, type QdrantFaultPlan, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const KEY = 'a-key-of-the-recipe';
const BASE = 'physical_ai_book';
const QUESTION = 'How often does the pump need oil?';
const MINUTES = 60_000;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
let qdrant: QdrantService;
let backUp: string;
let restore: string;

beforeAll(async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/deployment.md'), 'utf8');
  const section = guide.split('**Qdrant, by snapshots.**')[1]!.split('\n## ')[0]!;
  [backUp = '', restore = ''] = [...section.matchAll(/^```bash\n([^]*?)^```$/gmu)].map(([, block]) => block!);
  folder = await mkdtemp(join(tmpdir(), 'ibid-snapshots-'));
  qdrant = await openQdrantService({ apiKey: KEY, strictMode: true });
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'docs'));
  const launcher = join(ROOT, 'packages/cli/bin/ibid.js');
  await writeFile(join(folder, 'bin/ibid'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  await chmod(join(folder, 'bin/ibid'), 0o755);
  await page('The pump needs oil every five days.');
  await page('The valve is made of brass.', 'valve');
});
afterAll(async () => {
  await qdrant.close();
  await rm(folder, { recursive: true });
});

function page(text: string, name = 'pump'): Promise<void> {
  return writeFile(join(folder, `docs/${name}.md`), `# The ${name}\n\n${text}\n`);
}

function bash(script: string, cwd = folder): Promise<Ended> {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    NO_COLOR: '1',
    QDRANT_URL: qdrant.url,
    QDRANT_API_KEY: KEY,
    IBID_INDEX: `qdrant:${qdrant.url}/${BASE}`,
  };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}

async function done(script: string, cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await bash(script, cwd);
  if (code !== 0) throw new Error(`${code}: ${stdout}${stderr}`);
  return stdout;
}

/** What is answered, without what differs from one time to the next. */
async function statements(): Promise<unknown> {
  const { outcome, statements: made } = JSON.parse(await done(`ibid ask '${QUESTION}' --json`)) as Record<
    string,
    unknown
  >;
  return { outcome, made };
}

/** An empty folder for a backup. */
async function shelf(): Promise<string> {
  return mkdtemp(join(folder, 'backup-'));
}

async function loseAll(): Promise<void> {
  for (const { name } of qdrant.collections()) {
    await fetch(`${qdrant.url}/collections/${name}`, { method: 'DELETE', headers: { 'api-key': KEY } });
  }
}

const byName =
  (name: string) =>
  (one: { readonly name: string }): boolean =>
    one.name === name;

describe('the recipe for snapshots', () => {
  test(
    'brings back an index that was lost, alias and all, and the same answers',
    async () => {
      await done('ibid index docs --site-url https://docs.example.org --quiet');
      // A second set, so that the number on show is not the first one.
      await done('ibid index docs --site-url https://docs.example.org --fresh --quiet');
      const [before, kept] = [await statements(), qdrant.collections()];
      const backup = await shelf();
      await done(backUp, backup);
      const shown = (await readFile(join(backup, 'shown'), 'utf8')).trim();
      expect(shown).toBe(`${BASE}-v2`);
      const files = [`${BASE}-ibid`, shown, `${shown}-legs`, `${shown}-pages`].map((name) => `${name}.snapshot`);
      expect((await readdir(backup)).sort()).toEqual(['SHA256SUMS', ...files, 'shown'].sort());

      await loseAll();
      expect((await bash('ibid verify')).code).toBe(1);
      expect(await done(restore, backup)).toMatch(/is sound: 2 pages/u);
      expect(await statements()).toEqual(before);
      expect(before).toMatchObject({ outcome: 'answered' });
      for (const one of qdrant.collections()) expect(one).toEqual(kept.find(byName(one.name)));
      expect(qdrant.collections().find(byName(shown))!.aliases).toEqual([BASE]);

      await page('The pump needs oil every nine days.');
      await done('ibid index docs --site-url https://docs.example.org --quiet');
      expect(await statements()).not.toEqual(before);
      expect(await done(restore, backup)).toMatch(/is sound: 2 pages/u);
      expect(await statements()).toEqual(before);
      expect(qdrant.violations).toEqual([]);
    },
    3 * MINUTES,
  );

  test.each<[string, QdrantFaultPlan]>([
    ['a download that is refused', { kind: 'gateway', on: 'get_snapshot', times: 1 }],
    ['a download that is another thing', { kind: 'garbage', on: 'get_snapshot', times: 1 }],
    ['a download that is cut off', { kind: 'cut-reply', on: 'get_snapshot', times: 1 }],
    ['a snapshot that is not made', { kind: 'unavailable', on: 'create_snapshot', times: 1 }],
    ['aliases that are not told', { kind: 'broken', on: 'get_collections_aliases', times: 1 }],
  ])('does not end well after %s', async (_, fault) => {
    qdrant.fault(fault);
    const backup = await shelf();
    expect((await bash(backUp, backup)).code).not.toBe(0);
    expect(await readdir(backup)).not.toContain('SHA256SUMS');
    qdrant.heal();
  });

  test(
    'does not put back a file that has changed, nor end well after an upload that is refused',
    async () => {
      const backup = await shelf();
      await done(backUp, backup);
      qdrant.fault({ kind: 'unavailable', on: 'recover_from_uploaded_snapshot', times: 1 });
      expect((await bash(restore, backup)).code).not.toBe(0);
      qdrant.heal();
      await done(`printf x >> ${BASE}-ibid.snapshot`, backup);
      qdrant.clearLog();
      expect((await bash(restore, backup)).code).not.toBe(0);
      expect(qdrant.count('recover_from_uploaded_snapshot')).toBe(0);
    },
    MINUTES,
  );
});
