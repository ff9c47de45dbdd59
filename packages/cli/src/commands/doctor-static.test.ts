import { appendFile, cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ibid, openWorkplace, type Finished, type Workplace } from '../testing/run-ibid.ts';

let place: Workplace;
let built: Finished;

beforeAll(async () => {
  place = await openWorkplace();
  const pages = Array.from({ length: 12 }, (_, i) => [
    `docs/pump-${i}.md`,
    `# Pump ${i}\n\nIt has ${i} valves.\n\n## Oil of pump ${i}\n\nChange the oil every ${i + 2} days.\n`,
  ]);
  await place.write(Object.fromEntries(pages));
  built = await ibid(place.path, 'index', 'docs', '--site-url', 'https://parrot.example', '--static', 'site/ibid');
});
afterAll(() => place[Symbol.asyncDispose]());

const doctor = (folder: string, ...args: string[]): Promise<Finished> =>
  ibid(place.path, 'doctor', '--static', folder, ...args);

/** A copy of the index, with `damage` done to it. */
async function damaged(name: string, damage: (folder: string) => Promise<void>): Promise<Finished> {
  await cp(join(place.path, 'site/ibid'), join(place.path, name), { recursive: true });
  await damage(join(place.path, name));
  return doctor(name);
}

test('writing a static index tells its size, its largest files and what a first answer loads', () => {
  expect(built.code).toBe(0);
  expect(built.stderr).toMatch(
    /^Static index in site\/ibid: 12 pages, 24 passages, \d+ files, \d+ kB; the largest: [a-z ]+ \d+ kB, /mu,
  );
  expect(built.stderr).toMatch(
    /^A reader's first answer loads \d+ kB of it, at most \d+ kB \(9 questions made of headings\), and \d+ kB of scripts once$/mu,
  );
});

test('a whole index is found so, by its folder and by that of the site around it', async () => {
  for (const folder of ['site/ibid', 'site']) {
    const { code, stdout } = await doctor(folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✔ static index +site\/ibid: 12 pages, 24 passages/mu);
    expect(stdout).toMatch(/^✔ first answer +loads \d+ kB/mu);
  }
  const { static: report } = JSON.parse((await doctor('site', '--json')).stdout) as {
    readonly static: { readonly bytes: number; readonly firstAnswer: Record<'median' | 'most', number> };
  };
  expect(report).toMatchObject({ pages: 12, passages: 24, problems: [], firstAnswer: { questions: 9 } });
  expect(report.firstAnswer.median).toBeGreaterThan(0);
  expect(report.firstAnswer.most).toBeLessThanOrEqual(report.bytes);
});

test('a file that is missing or changed fails the check, which says which and what to do', async () => {
  const files = (await readdir(join(place.path, 'site/ibid'))).filter((name) => name.endsWith('.bin'));
  expect(files.length).toBeGreaterThan(3);
  for (const [i, file] of files.entries()) {
    const gone = await damaged(`gone-${i}`, (folder) => rm(join(folder, file)));
    const changed = await damaged(`changed-${i}`, (folder) => appendFile(join(folder, file), '!'));
    expect([gone.code, changed.code]).toEqual([1, 1]);
    expect(gone.stdout).toMatch(
      new RegExp(`^✖ static index .*\`${file}\` \\(.+\\) is missing.*docusaurus build`, 'mu'),
    );
    expect(changed.stdout).toContain(`\`${file}\` (`);
    expect(changed.stdout).toContain('is not what its name says');
  }
});

test.each([
  ['index.json', 'There is no `index.json` of a static index'],
  ['ibid-worker.js', '`ibid-worker.js` (what answers in the browser) is missing'],
])('without %s it fails', async (name, told) => {
  const { code, stdout } = await damaged(`without-${name}`, (folder) => rm(join(folder, name)));
  expect(code).toBe(1);
  expect(stdout).toContain(told);
  expect(stdout).toContain('ibid index … --static');
});
