import { IbidError } from '@ibid/core';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { ExitCode } from '../exit-codes.ts';
import type { Context } from '../main.ts';
import { builtBase } from '../open-site.ts';
import { checkStatic, staticFacts, staticFolders, type StaticReport } from '../static-site.ts';
import { exitCode, printFinding, type Finding } from './doctor.ts';
import { pluralize } from '../terminal.ts';

const MOST_SHOWN = 5;
const FIX = 'Write it again with `docusaurus build` or `ibid index … --static <folder>`, and publish all of its files.';
const MARK =
  'Docusaurus puts the panel into its pages by the plugin; any other page needs `<script type="module" src="/ibid/ibid-ask.js" data-api="static:/ibid"></script>`.';

/** Checks the static indexes (one per language) of a built site: all files intact, pages load them. Also reports download sizes. */
export async function doctorStatic(named: string, { terminal }: Context): Promise<ExitCode> {
  const folders = await staticFolders(named);
  const findings: Finding[] = [];
  const reports: StaticReport[] = [];
  for (const folder of folders) {
    try {
      const report = await checkStatic(folder);
      reports.push(report);
      findings.push(...findingsOf(report));
    } catch (error) {
      if (!IbidError.is(error)) throw error;
      findings.push(failed(`${folder}: ${error.message}`));
    }
  }
  findings.push(...olderOf(reports));
  const pages = await checkPages(named);
  // A folder that contains only an index has no pages.
  if (pages.pages > 0) findings.push(findingOf(pages));
  if (terminal.json) {
    const [first] = reports;
    const found = first === undefined ? {} : { static: first, indexes: reports };
    terminal.outJson({ findings, ...found, ...(pages.pages > 0 ? { pages } : {}) });
  } else for (const finding of findings) printFinding(finding, terminal);
  return exitCode(findings);
}

function findingsOf(report: StaticReport): readonly Finding[] {
  const { folder, problems } = report;
  if (problems.length > 0) return [failed(`${folder}: ${listed(problems)}.`)];
  const { size, firstAnswer } = staticFacts(report);
  return [
    { part: 'static index', state: 'ok', text: size },
    { part: 'first answer', state: 'ok', text: firstAnswer },
  ];
}

/** Warns about languages that were built earlier than the newest one, because their answers come from outdated pages. */
function olderOf(reports: readonly StaticReport[]): readonly Finding[] {
  const newest = Math.max(...reports.map(({ generation }) => generation));
  return reports
    .filter(({ generation }) => generation < newest)
    .map(({ folder }) => {
      const text = `${folder} is older than that of another language; \`docusaurus build\` without \`--locale\` writes all of them`;
      return { part: 'languages', state: 'absent', text };
    });
}

function findingOf({ pages, without, problems }: PagesReport): Finding {
  const part = 'pages';
  if (problems.length > 0) return { part, state: 'failed', text: `${listed(problems)}. ${FIX}` };
  const all = pluralize(pages, 'page');
  if (without.length === pages) return { part, state: 'failed', text: `none of ${all} leads to the index. ${MARK}` };
  const text = `${pages - without.length} of ${all} lead to the index`;
  if (without.length === 0) return { part, state: 'ok', text };
  return { part, state: 'absent', text: `${text}; without the panel: ${listed(without.map((page) => `\`${page}\``))}` };
}

function listed(problems: readonly string[]): string {
  const more = problems.length > MOST_SHOWN ? `, and ${problems.length - MOST_SHOWN} more` : '';
  return problems.slice(0, MOST_SHOWN).join(', ') + more;
}

function failed(text: string): Finding {
  return { part: 'static index', state: 'failed', text: `${text} ${FIX}` };
}

/** Result of checking whether the pages of a built site load its static indexes. */
interface PagesReport {
  /** Number of HTML files outside the index folders. */
  readonly pages: number;
  /** Paths, relative to the site folder, of pages whose panel uses no static index. */
  readonly without: readonly string[];
  /** Files that pages refer to but that do not exist, without duplicates. */
  readonly problems: readonly string[];
}

const SCRIPT_TAG = /<script\b(?:[^>"']|"[^"]*"|'[^']*')*>|<ibid-ask\b(?:[^>"']|"[^"]*"|'[^']*')*>/giu;
/** Matches `static:…` as a string literal in a bundle of Docusaurus or another generator. */
const BUNDLED = /["'`\\]static:([^"'`\\]+)["'`\\]/u;

/** Reads every page of the built site in `site`, and the scripts that the pages load. */
async function checkPages(site: string): Promise<PagesReport> {
  const base = await builtBase(site);
  const bundled = new Map<string, Promise<string | undefined>>();
  const paths = await Array.fromAsync(glob('**/*.{html,htm}', { cwd: site }));
  const without: string[] = [];
  const problems = new Set<string>();
  for (const page of paths.map((path) => path.replaceAll(sep, '/'))) {
    const below = (address: string, file = ''): string | undefined =>
      possiblePaths(site, base, page, address).find((path) => existsSync(join(path, file)));
    const addresses = new Set<string>();
    for (const [tag] of (await readFile(join(site, page), 'utf8')).matchAll(SCRIPT_TAG)) {
      const [api, source] = [attribute(tag, 'data-api'), attribute(tag, 'src')];
      const script = source === undefined ? undefined : below(source);
      if (api?.startsWith('static:') === true) {
        addresses.add(api.slice('static:'.length));
        if (source !== undefined && script === undefined)
          problems.add(`\`${source}\`, which \`${page}\` loads, is missing`);
      } else if (script !== undefined) {
        const reading = bundled.get(script) ?? addressIn(script);
        bundled.set(script, reading);
        const address = await reading;
        if (address !== undefined) addresses.add(address);
      }
    }
    if (addresses.size === 0) without.push(page);
    for (const address of addresses) {
      if (below(address, MANIFEST) === undefined)
        problems.add(`no index is at \`${address}\`, where \`${page}\` looks for it`);
    }
  }
  return { pages: paths.length, without: without.sort(), problems: [...problems] };
}

async function addressIn(script: string): Promise<string | undefined> {
  return BUNDLED.exec(await readFile(script, 'utf8').catch(() => ''))?.[1];
}

/** Paths at which the file or folder of an address in a page may be; none if the address is on another host. */
function possiblePaths(site: string, base: string | undefined, page: string, address: string): readonly string[] {
  if (/^(?:[a-z][\w+.-]*:|\/\/)/iu.test(address)) return [];
  const [path = ''] = address.split(/[?#]/u);
  if (!path.startsWith('/')) return [join(site, dirname(page), path)];
  // Docusaurus builds contain their base path. For other sites, any base path that makes the address resolve is accepted.
  const names = posix.normalize(path).split('/').filter(Boolean);
  const skipped = base === undefined ? [...names.keys()] : [base.split('/').filter(Boolean).length];
  return skipped.map((count) => join(site, ...names.slice(count)));
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'iu').exec(tag);
  return found?.slice(1).find((value) => value !== undefined);
}
