import { IbidError } from '@ibid/core';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
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
  const { size, firstAnswer } = staticFacts(report);
  if (problems.length > 0) return [failed(`${folder}: ${listed(problems)}.`)];
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
  const below = fileBelow(site, base);
  const bundled = new Map<string, string | undefined>();
  const addressIn = async (script: string): Promise<string | undefined> => {
    if (!bundled.has(script)) bundled.set(script, BUNDLED.exec(await readFile(script, 'utf8').catch(() => ''))?.[1]);
    return bundled.get(script);
  };

  let pages = 0;
  const without: string[] = [];
  const problems = new Set<string>();
  for await (const path of glob('**/*.{html,htm}', { cwd: site })) {
    const page = path.replaceAll('\\', '/');
    pages += 1;
    const addresses: string[] = [];
    for (const [tag] of (await readFile(join(site, path), 'utf8')).matchAll(SCRIPT_TAG)) {
      const [api, source] = [attribute(tag, 'data-api'), attribute(tag, 'src')];
      if (api?.startsWith('static:') === true) {
        addresses.push(api.slice('static:'.length));
        if (source !== undefined && below(source, page, existsSync) === undefined)
          problems.add(`\`${source}\`, which \`${page}\` loads, is missing`);
      } else if (source !== undefined) {
        const script = below(source, page, existsSync);
        const address = script === undefined ? undefined : await addressIn(script);
        if (address !== undefined) addresses.push(address);
      }
    }
    if (addresses.length === 0) without.push(page);
    for (const address of new Set(addresses)) {
      if (below(address, page, (folder) => existsSync(join(folder, MANIFEST))) === undefined)
        problems.add(`no index is at \`${address}\`, where \`${page}\` looks for it`);
    }
  }
  return { pages, without: without.sort(), problems: [...problems] };
}

/** Resolves an address in a page to a file or folder that passes `isThere`; `undefined` if there is none or the address is on another host. */
function fileBelow(
  site: string,
  base: string | undefined,
): (address: string, page: string, isThere: (path: string) => boolean) => string | undefined {
  return (address, page, isThere) => {
    if (/^(?:[a-z][\w+.-]*:|\/\/)/iu.test(address)) return undefined;
    const [path = ''] = address.split(/[?#]/u);
    if (!path.startsWith('/')) return [join(site, dirname(page), path)].find(isThere);
    // Docusaurus builds contain their base path. For other sites, any base path that makes the address resolve is accepted.
    const names = posix.normalize(path).split('/').filter(Boolean);
    const skipped = base === undefined ? names.keys().toArray() : [base.split('/').filter(Boolean).length];
    return skipped.map((count) => join(site, ...names.slice(count))).find(isThere);
  };
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'iu').exec(tag);
  return found?.slice(1).find((value) => value !== undefined);
}
