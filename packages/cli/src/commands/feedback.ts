import { openFeedback, sumFeedback } from '@ibid/core';
import type { Feedback, FeedbackSums } from '@ibid/core/types';
import { existsSync } from 'node:fs';
import type { Context } from '../main.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openStateDrivers, stateLocation } from '../state-drivers.ts';
import { plain, type Terminal } from '../terminal.ts';

export interface FeedbackFlags {
  readonly since?: Date;
  readonly limit?: number;
}

const SHOWN = 20;
/** Higher than the number of entries a server keeps. */
const ALL = 1_000_000;

/** Prints readers' ratings of answers: totals, then the latest entries. */
export async function feedbackCommand(flags: FeedbackFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings } = context;
  const location = stateLocation(settings);
  const since = flags.since?.toISOString() ?? '';
  const all = await readFeedback(since, context);
  const sums = sumFeedback(all);
  const latest = all.slice(0, flags.limit ?? (terminal.json ? ALL : SHOWN));
  if (terminal.json) {
    terminal.outJson({ file: location, since, ...sums, latest });
    return EXIT.ok;
  }
  if (all.length === 0) {
    terminal.note(`Nobody has judged an answer yet${since === '' ? '' : ` since ${since}`}; ${location} holds none.`);
    return EXIT.ok;
  }
  terminal.out(`${summary(sums, since)}\n`);
  for (const one of latest) terminal.out(`\n${entryText(one, terminal)}\n`);
  const more = all.length - latest.length;
  if (more > 0) terminal.note(terminal.color.dim(`\n${more} more; --limit shows them.`));
  return EXIT.ok;
}

/** Returns feedback, newest first. A server may write at the same time. A missing state file means no feedback and is not created. */
async function readFeedback(since: string, { settings, signal }: Context): Promise<readonly Feedback[]> {
  if (settings.stateUrl === undefined && !existsSync(stateLocation(settings))) return [];
  await using state = await openStateDrivers(settings);
  using store = openFeedback({ driver: state.feedback, now: () => new Date() });
  return await store.list({ ...(since === '' ? {} : { since }), limit: ALL }, { signal });
}

function summary({ up, down, reasons, pages }: FeedbackSums, since: string): string {
  return [
    `${up + down} answers judged${since === '' ? '' : ` since ${since}`}: ${up} up, ${down} down`,
    ...(reasons.length === 0 ? [] : [`  why    ${reasons.map((one) => `${one.reason} ${one.count}`).join(', ')}`]),
    ...pages
      .slice(0, 5)
      .map(
        ({ page, ...counts }, i) =>
          `  ${i === 0 ? 'where' : '     '}  ${plain(page)}: ${counts.up} up, ${counts.down} down`,
      ),
  ].join('\n');
}

function entryText({ at, verdict, reasons, page, note, question, requestId }: Feedback, { color }: Terminal): string {
  const head = [
    `${at.slice(0, 10)} ${at.slice(11, 16)}`,
    verdict === 'up' ? color.green('up') : color.red('down'),
    reasons.join(', '),
    plain(page),
    color.dim(requestId),
  ];
  const words = [question, note].filter((text) => text !== '').flatMap((text) => plain(text).split('\n'));
  return [head.filter((part) => part !== '').join('  '), ...words.map((line) => `  ${line}`)].join('\n');
}
