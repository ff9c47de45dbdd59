import { IbidError } from '@ibid/core';
import { checkPages, type PagesReport } from '../check-pages.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Context } from '../main.ts';
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
    const checked = await checkStatic(folder).catch((error: unknown) => {
      if (IbidError.is(error)) return error;
      throw error;
    });
    if (!(checked instanceof Error)) reports.push(checked);
    findings.push(...(checked instanceof Error ? [failed(`${folder}: ${checked.message}`)] : findingsOf(checked)));
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
