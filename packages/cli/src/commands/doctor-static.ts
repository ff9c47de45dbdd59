import { IbidError } from '@ibid/core';
import { checkStatic, staticFacts, type StaticReport } from '../check-static.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { printFinding, type Finding } from './doctor.ts';

const MOST_SHOWN = 5;
const FIX = 'Write it anew with `docusaurus build` or `ibid index … --static <folder>`, and publish all of its files.';

/** Checks a folder with a static index before it is published: every file is there and whole, and what a reader loads. */
export async function doctorStatic(folder: string, { terminal }: Context): Promise<ExitCode> {
  const checked = await checkStatic(folder).catch((error: unknown) => {
    if (IbidError.is(error)) return error;
    throw error;
  });
  const findings = checked instanceof Error ? [failed(`${folder}: ${checked.message}`)] : findingsOf(checked);
  if (terminal.json)
    terminal.out(
      `${JSON.stringify(checked instanceof Error ? { findings } : { findings, static: checked }, null, 2)}\n`,
    );
  else for (const finding of findings) printFinding(finding, terminal);
  return findings.some(({ state }) => state === 'failed') ? EXIT.failure : EXIT.ok;
}

function findingsOf(report: StaticReport): readonly Finding[] {
  const { folder, problems } = report;
  const { size, firstAnswer } = staticFacts(report);
  const more = problems.length > MOST_SHOWN ? `, and ${problems.length - MOST_SHOWN} more` : '';
  if (problems.length > 0) return [failed(`${folder}: ${problems.slice(0, MOST_SHOWN).join(', ')}${more}.`)];
  return [
    { part: 'static index', state: 'ok', text: size },
    { part: 'first answer', state: 'ok', text: firstAnswer },
  ];
}

function failed(text: string): Finding {
  return { part: 'static index', state: 'failed', text: `${text} ${FIX}` };
}
