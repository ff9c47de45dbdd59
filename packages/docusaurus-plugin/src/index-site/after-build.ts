import { openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { pluralize } from 'ibid/terminal';
import { join, relative, resolve, sep } from 'node:path';
import type { WrittenPage } from '../dev/written-pages.ts';
import { writtenSource } from '../dev/written-source.ts';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { localeRoot } from '../site/page-address.ts';
import { STATIC_FOLDER } from '../site/ship-data.ts';
import { say } from './index-output.ts';
import { indexRecorded } from './index-recorded.ts';
import { runIndex } from './run-index.ts';
import { readRecord, withBuilt, writeRecord } from './page-record.ts';
import { routePages, type BuiltSite } from './route-pages.ts';

/** Docusaurus creates the plugins separately for each locale, so shared state is stored on the process. */
const BUILT = Symbol.for('ibid.docusaurus.built');
type Built = Map<string, { readonly written: readonly WrittenPage[]; readonly site: BuiltSite }>;
type Holder = { [BUILT]?: Map<string, Built> };

/**
 * Records the pages of the locale that was just built. After the last locale of this build, indexes all of them in one run; with
 * `indexOnBuild` off, `docusaurus ibid:index` does that. Rejects, which fails the build, if the index cannot be made, unless `failBuild` is
 * off.
 */
export async function afterBuild(
  site: BuiltSite,
  options: CheckedOptions,
  written: readonly WrittenPage[],
): Promise<void> {
  const { siteDir, i18n } = site;
  const index = resolve(siteDir, options.index);
  const isHashed = site.siteConfig.future?.experimental_router === 'hash';
  if (!isHashed) await record(site, index);
  if (!options.indexOnBuild) return;

  const built = builtHere(siteDir);
  const isFirst = built.size === 0;
  // With the hash router there are no HTML pages, so the Markdown sources are indexed.
  built.set(i18n.currentLocale, { written: isHashed ? written : [], site });
  const run = (): Promise<void> => indexNow({ siteDir, index, built, options });
  if (localesOfBuild(process.argv, i18n).every((locale) => built.has(locale))) return run();
  // A script that builds fewer locales than the site has never reaches the last one.
  if (isFirst) process.once('beforeExit', () => void finish(built, run));
}

async function record(site: BuiltSite, index: string): Promise<void> {
  const { siteDir, i18n } = site;
  const { pages, problems } = await routePages(site);
  for (const problem of problems) say(`warning: ${problem}`);
  const { locales } = await readRecord(index);
  const known = Object.fromEntries(Object.entries(locales).filter(([locale]) => i18n.locales.includes(locale)));
  const own = { site: relative(siteDir, site.outDir).split(sep).join('/'), pages };
  await writeRecord(index, withBuilt({ locales: known }, i18n.currentLocale, own));
}

async function indexNow(call: {
  readonly siteDir: string;
  readonly index: string;
  readonly built: Built;
  readonly options: CheckedOptions;
}): Promise<void> {
  const { built, options } = call;
  const builtNow = new Set(built.keys());
  const sites = [...built.values()];
  const written = sites.flatMap((site) => site.written);
  built.clear();
  try {
    if (written.length > 0) {
      const { lines } = await runIndex({ ...call, source: writtenSource(call.siteDir, written) });
      for (const line of lines()) say(line);
    } else await indexRecorded({ ...call, builtNow });
    if (options.isStatic) for (const { site } of sites) await writeIndexInto(site.outDir, call);
    if (options.markdown && written.length === 0) for (const { site } of sites) await writePagesInto(site, call.index);
  } catch (cause) {
    const { message } = cause as Error;
    const problem = `The site is built, but its index could not be made: ${message}`;
    if (options.failBuild) {
      const without = options.isStatic ? "`mode: 'server'` to write none into the site, or " : '';
      throw new Error(
        `${problem}\nFix that, or set ${without}\`failBuild: false\` to publish without, as options of \`@ibid/docusaurus-plugin\`.`,
        { cause },
      );
    }
    say(`warning: ${problem}`);
  }
}

/** Each language gets a complete index, because it may be published separately. */
async function writeIndexInto(
  outDir: string,
  { index, options: { offline, deviceModel, feedback } }: Parameters<typeof indexNow>[0],
): Promise<void> {
  const { staticLines, writeStaticSite } = await import('ibid');
  await using store = await openMade(index);
  const folder = relative('', join(outDir, STATIC_FOLDER));
  const report = await writeStaticSite(store, folder, { panel: false, offline, deviceModel, feedback });
  for (const line of staticLines(report)) say(line);
}

/** Each language gets the Markdown of its pages next to them. Files that the owner put there are kept. */
async function writePagesInto(site: BuiltSite, index: string): Promise<void> {
  const { writePages } = await import('ibid');
  await using store = await openMade(index);
  const { title, tagline } = site.siteConfig;
  const summary = tagline || undefined;
  const where = { siteUrl: localeRoot(site), others: 'keep' } as const;
  const { pages, kept } = await writePages(store, site.outDir, { title, summary, ...where });
  const more = kept.length === 0 ? '' : `; ${pluralize(kept.length, 'file')} of yours stay`;
  say(`${pluralize(pages, 'page')} as Markdown, with llms.txt, in ${relative('', site.outDir)}${more}`);
}

async function openMade(index: string): Promise<ChunkStore> {
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  return openStore(sqliteStore({ file: index, readOnly: true }));
}

async function finish(built: Built, run: () => Promise<void>): Promise<void> {
  if (built.size === 0) return;
  await run().catch((error: unknown) => {
    say((error as Error).message);
    process.exitCode = 1;
  });
}

/** Locales of a site that this process has built and not indexed yet. */
function builtHere(siteDir: string): Built {
  const sites = ((process as Holder)[BUILT] ??= new Map());
  const built: Built = sites.get(siteDir) ?? new Map();
  sites.set(siteDir, built);
  return built;
}

/**
 * Locales built by this `docusaurus build`: those named on its command line (`--locale fr`, `-l fr en`, `--locale=fr`), else all of the
 * site. `argv` is the whole command line. If it is not `docusaurus build`, as in a script that calls Docusaurus directly, it names none.
 */
export function localesOfBuild(
  argv: readonly string[],
  { locales, currentLocale }: { readonly locales: readonly string[]; readonly currentLocale: string },
): readonly string[] {
  const named: string[] = [];
  let taking = false;
  for (const argument of argv) {
    const joined = /^(?:--locale=|-l=?)(.+)$/u.exec(argument)?.[1];
    if (joined !== undefined) named.push(joined);
    else if (taking && !argument.startsWith('-')) named.push(argument);
    taking = argument === '--locale' || argument === '-l' || (taking && !argument.startsWith('-'));
  }
  // The site folder may follow the locales on the command line, so keep only known locales.
  const known = named.filter((name) => locales.includes(name) || name === currentLocale);
  return known.includes(currentLocale) ? [...new Set(known)] : locales;
}
