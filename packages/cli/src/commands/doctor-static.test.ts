import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Runs the check on a copy of the index after `damage`. */
async function damaged(name: string, damage: (folder: string) => Promise<void>): Promise<Finished> {
  await cp(join(place.path, 'site/ibid'), join(place.path, name), { recursive: true });
  await damage(join(place.path, name));
  return doctor(name);
}

/** Path of the first file with such a name. */
async function fileIn(folder: string, name: RegExp): Promise<string> {
  return join(
    folder,
    (await readdir(folder)).find((one) => name.test(one))!,
  );
}

test('writing a static index tells its size, its largest files and what a first answer loads', () => {
  expect(built.code).toBe(0);
  expect(built.stderr).toMatch(
    /^Static index in site\/ibid: 12 pages, 24 passages, \d+ files, \d+ kB; the largest: [a-z ]+ \d+ kB, /mu,
  );
  expect(built.stderr).toMatch(
    /^A reader's first answer loads about \d+ kB of it \(\d+ kB for the largest of 9 sampled headings\), and \d+ kB of scripts once$/mu,
  );
});

test('a static index names the address of the site around it, if the indexed pages are there', async () => {
  const siteOf = async (folder: string): Promise<unknown> =>
    (JSON.parse(await readFile(join(place.path, folder, 'index.json'), 'utf8')) as { readonly site?: string }).site;
  expect(await siteOf('site/ibid')).toBeUndefined();
  await place.write({ 'html/book/pump-1.html': '<title>P</title><main><h1>P</h1><p>It has valves.</p></main>' });
  const args = ['--site-url', 'https://parrot.example/docs', '--index', 'html.db'];
  expect((await ibid(place.path, 'index', 'html', '--static', 'html/ibid', ...args)).code).toBe(0);
  expect(await siteOf('html/ibid')).toBe('https://parrot.example/docs/');
  // A home page is in any site.
  await place.write({
    'two/index.html': '<title>A</title><main><h1>A</h1><p>It has pumps.</p></main>',
    'two/b.html': '<title>B</title><main><h1>B</h1><p>It has valves.</p></main>',
    'shop/index.html': '<title>S</title>',
  });
  const other = ['--site-url', 'https://parrot.example/', '--index', 'two.db'];
  expect((await ibid(place.path, 'index', 'two', '--static', 'shop/ibid', ...other)).code).toBe(0);
  expect(await siteOf('shop/ibid')).toBeUndefined();
});

test('a whole index is found so, by its folder and by that of the site around it', async () => {
  for (const folder of ['site/ibid', 'site']) {
    const { code, stdout } = await doctor(folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✔ static index +site\/ibid: 12 pages, 24 passages/mu);
    expect(stdout).toMatch(/^✔ first answer +loads about \d+ kB/mu);
  }
  const { static: report } = JSON.parse((await doctor('site', '--json')).stdout) as {
    readonly static: { readonly bytes: number; readonly firstAnswer: Record<'median' | 'most', number> };
  };
  expect(report).toMatchObject({ pages: 12, passages: 24, problems: [], firstAnswer: { questions: 9 } });
  expect(report.firstAnswer.median).toBeGreaterThan(0);
  expect(report.firstAnswer.most).toBeLessThanOrEqual(report.bytes);
});

const edit = async (file: string, from: RegExp, to: string): Promise<void> =>
  writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
const AGAIN = 'ibid index … --static';
const PART = '(of what answers in the browser) is missing';

test.each<readonly [string, (folder: string) => Promise<void>, string]>([
  ['without its manifest', (folder) => rm(join(folder, 'index.json')), 'There is no `index.json` of a static index'],
  ['without its worker', (folder) => rm(join(folder, 'ibid-worker.js')), '`ibid-worker.js` (what answers'],
  [
    'with a worker of another version',
    (folder) => edit(join(folder, 'ibid-worker.js'), /^\/\* static index \d+ /u, '/* static index 0 '),
    '`ibid-worker.js` (what answers in the browser) is of another version',
  ],
  ['without a part of the worker', async (folder) => rm(await fileIn(folder, /^ibid-worker-/u)), PART],
  ['without the list of the panel', (folder) => rm(join(folder, 'manifest.json')), '`manifest.json` (of the panel)'],
  ['without the panel', (folder) => rm(join(folder, 'ibid-ask.js')), '`ibid-ask.js` (of the panel) is missing'],
  ['with a changed file', async (folder) => appendFile(await fileIn(folder, /\.bin$/u), '!'), 'is not what its name'],
])('an index %s fails the check, which says what to do', async (name, damage, problem) => {
  const { code, stdout } = await damaged(name.replaceAll(' ', '-'), damage);
  expect([code, stdout]).toEqual([1, expect.stringContaining(problem)]);
  expect(stdout).toContain(AGAIN);
});

test('every file must be there', async () => {
  const files = await readdir(join(place.path, 'site/ibid'));
  const { lazy } = JSON.parse(await readFile(join(place.path, 'site/ibid/manifest.json'), 'utf8')) as {
    lazy: string[];
  };
  const needed = [...files.filter((name) => name.endsWith('.bin')), ...lazy];
  expect(needed.length).toBeGreaterThan(5);
  for (const [i, file] of needed.entries()) {
    const { code, stdout } = await damaged(`gone-${i}`, (folder) => rm(join(folder, file)));
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(new RegExp(`\`${RegExp.escape(file)}\` \\(.+\\) is missing`, 'u')),
    ]);
  }
});

const tag = (api: string, source = '/ibid/ibid-ask.js'): string =>
  `<script type="module" src="${source}" data-api="static:${api}"></script>`;

const docusaurus = (base: string): string =>
  `<!doctype html><meta name="generator" content="Docusaurus v3"><script src=${base}assets/js/main.0a.js defer></script>`;

const bundle = (base: string): string => `e.exports=JSON.parse('{"default":{"api":"static:${base}ibid"}}')`;

/** Checks a site of the given pages with copies of the index. */
async function site(
  name: string,
  pages: Readonly<Record<string, string>>,
  languages: readonly string[] = [''],
): Promise<Finished & { readonly path: string }> {
  await place.write(Object.fromEntries(Object.entries(pages).map(([file, html]) => [`${name}/${file}`, html])));
  const path = join(place.path, name);
  for (const language of languages)
    await cp(join(place.path, 'site/ibid'), join(path, language, 'ibid'), { recursive: true });
  return { ...(await doctor(name)), path };
}

describe('the pages of a site', () => {
  test('lead to the index, with or without a body tag, by a script or an element', async () => {
    const { code, stdout } = await site('led', {
      'index.html': `<!doctype html><title>Home</title>${tag('/ibid')}<p>Text`,
      'deep/page.html': `<html><body>${tag('../ibid', '../ibid/ibid-ask.js')}</body></html>`,
      'element.html': `<body><script src="ibid/ibid-ask.js"></script><ibid-ask data-api='static:ibid'></ibid-ask>`,
    });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^✔ pages +3 of 3 pages lead to the index$/mu)]);
  });

  test('are told of where some have no panel, and fail where none has', async () => {
    const plain = '<!doctype html><title>About</title><p>Text';
    const some = await site('some', { 'index.html': tag('/ibid'), 'about.html': plain });
    expect([some.code, some.stdout]).toEqual([
      0,
      expect.stringMatching(/^– pages +1 of 2 pages lead to the index; without the panel: `about.html`$/mu),
    ]);
    const none = await site('none', { 'index.html': plain });
    expect([none.code, none.stdout]).toEqual([
      1,
      expect.stringMatching(/^✖ pages +none of 1 page leads to the index\. .*data-api="static:\/ibid"/mu),
    ]);
  });

  test('fail where what they name is not there', async () => {
    const { code, stdout } = await site('lost', { 'index.html': tag('/search', '/ibid/gone.js') });
    expect(code).toBe(1);
    expect(stdout).toContain('no index is at `/search`, where `index.html` looks for it');
    expect(stdout).toContain('`/ibid/gone.js`, which `index.html` loads, is missing');
  });

  const languages = {
    'index.html': docusaurus('/base/'),
    'assets/js/main.0a.js': bundle('/base/'),
    'fr/index.html': docusaurus('/base/fr/'),
    'fr/assets/js/main.0a.js': bundle('/base/fr/'),
  };

  test('of each language lead to the index beside them', async () => {
    const { code, stdout, path } = await site('languages', languages, ['', 'fr']);
    expect(code).toBe(0);
    expect(stdout.match(/^✔ static index +languages\/(?:fr\/)?ibid: 12 pages/gmu)).toHaveLength(2);
    expect(stdout).toMatch(/^✔ pages +2 of 2 pages/mu);
    const file = (await readdir(join(path, 'fr/ibid'))).find((name) => name.endsWith('.bin'));
    await rm(join(path, 'fr/ibid', file!));
    const damagedOne = await doctor('languages');
    expect([damagedOne.code, damagedOne.stdout]).toEqual([
      1,
      expect.stringContaining(`languages/fr/ibid: \`${file}\` (`),
    ]);
  });

  test('of a language that was built before the others are told of', async () => {
    const { path } = await site('older-fr', languages, ['', 'fr']);
    const file = join(path, 'ibid/index.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { readonly info: { readonly generation: number } };
    const info = { ...manifest.info, generation: manifest.info.generation + 1 };
    await writeFile(file, JSON.stringify({ ...manifest, info }));
    const { code, stdout } = await doctor('older-fr');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^– languages +older-fr\/fr\/ibid is older than/mu)]);
  });
});
