/**
 * Compares Ibid's search box with common ones over the same sections: npm run bench:search-box [-- --write]
 * `--write` stores the results in bench/results/search-box.json and their table in docs/measurements.md.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder } from '../../../evals/src/data-folder.ts';
import { evalContext } from '../../../evals/src/eval-context.ts';
import { FORMS, namesOf, searchBoxSites, type Name } from '../../../evals/src/sets/search-box.ts';
import { withTables } from '../../../scripts/with-tables.ts';
import { machine } from '../bench-results.ts';
import { percentile } from '../measure.ts';
import { boxPages } from './box-site.ts';
import { pagefind, searchLocal } from './browser-engines.ts';
import { ibid, miniSearch, orama, SHOWN, type EngineInput, type OpenEngine } from './engines.ts';
import { searchBoxTable, type EngineFigures, type SearchBoxResults } from './table.ts';

const ENGINES: Readonly<Record<string, OpenEngine>> = {
  Ibid: ibid,
  Pagefind: pagefind,
  'docusaurus-search-local': searchLocal,
  MiniSearch: miniSearch,
  Orama: orama(0),
  'Orama, `tolerance: 1`': orama(1),
};

interface Site extends EngineInput {
  readonly site: string;
  readonly names: readonly Name[];
}

async function measure(name: string, open: OpenEngine, sites: readonly Site[]): Promise<EngineFigures> {
  const hits: Record<string, boolean[]> = Object.fromEntries(Object.keys(FORMS).map((form) => [form, []]));
  const times: number[] = [];
  for (const site of sites) {
    const folder = join(site.folder, name, site.site);
    await mkdir(folder, { recursive: true });
    const engine = await open({ ...site, folder });
    try {
      for (const [form, typed] of Object.entries(FORMS)) {
        const texts = site.names.map(({ text }) => typed(text));
        // Measure the second pass, so that no compiler or cache is cold.
        await engine.ask(texts);
        for (const [at, { urls, ms }] of (await engine.ask(texts)).entries()) {
          const first = [...new Set(urls)].slice(0, SHOWN);
          hits[form]!.push(first.some((url) => site.names[at]!.urls.has(url)));
          times.push(ms);
        }
      }
    } finally {
      await engine.close();
    }
  }
  const shares = Object.entries(hits).map(([form, found]) => [
    form,
    rounded(found.filter(Boolean).length / found.length),
  ]);
  const at = (share: number): number => rounded(percentile(times, share));
  return { 'hit@5': Object.fromEntries(shares), 'p50 ms': at(0.5), 'p95 ms': at(0.95) };
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const data = dataFolder();
if (data === undefined) throw new Error('There is no folder of evaluation data; name it in IBID_EVAL_DATA.');
const root = join(import.meta.dirname, '../../..');
const scratch = await mkdtemp(join(tmpdir(), 'ibid-search-box-'));
const progress = (line: string): void => void process.stderr.write(`${line}\n`);
const context = evalContext({ data, scratch, sample: undefined, progress });
try {
  const sites: Site[] = [];
  for (const { site, corpus } of await searchBoxSites(context)) {
    const [pages, names] = [await boxPages(corpus.store), await namesOf(corpus)];
    sites.push({ site, corpus, pages, names, folder: scratch });
  }
  const engines: Record<string, EngineFigures> = {};
  for (const [name, open] of Object.entries(ENGINES)) {
    engines[name] = await measure(name, open, sites);
    progress(`${name}: ${JSON.stringify(engines[name])}`);
  }
  const sections = sites.flatMap(({ pages }) => pages.flatMap((page) => page.sections)).length;
  const results: SearchBoxResults = { machine: machine(), sections, engines };
  process.stdout.write(`${searchBoxTable(results)}\n`);
  if (values.write) {
    await writeFile(join(root, 'bench/results/search-box.json'), `${JSON.stringify(results, null, 2)}\n`);
    const page = join(root, 'docs/measurements.md');
    await writeFile(page, withTables(await readFile(page, 'utf8'), { 'search-box': searchBoxTable(results) }));
  }
} finally {
  await context.corpora.close();
  await rm(scratch, { recursive: true, force: true });
}
