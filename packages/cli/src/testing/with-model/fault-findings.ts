import type { Answer, AnswerEvent } from '@ibid/core/types';
import type { FaultPlace, FaultRun } from './fault-run.ts';
import { PUMP_PAGES, PUMP_TRUTH } from './pump-pages.ts';

/** Required results of a fault. */
export interface Expected {
  /** `whole`: all of a good answer, because the fault is harmless; `nothing`: none of it; `part`: its beginning. */
  readonly shows: 'whole' | 'nothing' | 'part';
  /** True if the service works from the second call on. */
  readonly mayRecover: boolean;
  /** Maximum number of the model's calls, including searches. */
  readonly mostCalls: number;
}

const SLACK_MS = 3_000;
const PAGES = Object.values(PUMP_PAGES);

/** Returns everything that is wrong with a run, as an owner would report it; empty if it is as promised. */
export function faultFindings(
  run: FaultRun,
  expected: Expected,
  place: Pick<FaultPlace, 'extract' | 'whole'>,
): string[] {
  const { events } = run;
  const ends = events.filter(({ type }) => type === 'run-end' || type === 'run-error');
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== 'run-end') {
    const words = last?.type === 'run-error' ? `: ${last.message}` : '';
    return [`${ends.length} ends, the last event is ${last?.type}${words}`];
  }
  const { answer } = last;
  const found = [
    ...streamFindings(events, answer),
    ...labelFindings(events, answer),
    ...proofFindings(events, answer),
    ...moneyFindings(run, answer),
    ...contentFindings(events, answer, expected, place),
  ];
  const calls = answer.model?.calls.length ?? 0;
  if (calls > expected.mostCalls) found.push(`${calls} calls`);
  if (run.served.length > calls) found.push(`${run.served.length} requests for ${calls} calls`);
  if (run.served.some(({ isElsewhere }) => isElsewhere)) found.push('something was sent to another host');
  if (run.milliseconds > run.deadlineMs + SLACK_MS) found.push(`${run.milliseconds} ms`);
  return found.map((finding) => `${run.name}: ${finding}`);
}

/** Checks that the streamed parts are equal to the final answer. */
function streamFindings(events: readonly AnswerEvent[], { statements, citations }: Answer): string[] {
  const shown = events.flatMap((event) => (event.type === 'statement-verified' ? [event.statement] : []));
  const cited = events.flatMap((event) => (event.type === 'citation-verified' ? [event.citation] : []));
  return [
    ...(same(shown, statements) ? [] : ['the stream shows other statements than the answer']),
    ...(same(cited, citations) ? [] : ['the stream shows other citations than the answer']),
  ];
}

/** Checks the warnings, because a reader who is not told takes the answer for complete. */
function labelFindings(events: readonly AnswerEvent[], { model, message, warnings, answerer }: Answer): string[] {
  const starts = events.filter(({ type }) => type === 'fallback-start').length;
  const isBrokenOff = answerer.startsWith('agent/');
  const what = isBrokenOff ? 'its answer is not complete' : 'the pages are quoted directly';
  const isWarned = warnings.some(({ code, text }) => code.startsWith('model_') && text.endsWith(what));
  if (model?.fault === undefined) return starts === 0 ? [] : ['a fallback without a fault'];
  return [
    ...(starts === 1 ? [] : [`${starts} fallbacks`]),
    ...(message === '' ? [`no message for the fault ${model.fault}`] : []),
    ...(isWarned ? [] : [`no warning for the fault ${model.fault}`]),
  ];
}

function proofFindings(events: readonly AnswerEvent[], answer: Answer): string[] {
  const context = new Map(
    events
      .flatMap((event) => (event.type === 'retrieval-end' || event.type === 'search-end' ? event.passages : []))
      .map(({ chunk }) => [chunk.id, chunk]),
  );
  const quoted = new Set<number>();
  const found: string[] = [];
  for (const { index, chunkId, quote, start, end, url } of answer.citations) {
    const chunk = context.get(chunkId);
    const isVerbatim = chunk?.text.slice(start, end) === quote && PAGES.some((page) => page.includes(quote));
    if (isVerbatim && chunk.url === url) quoted.add(index);
    else found.push(`citation ${index} is no quote of a page in the context`);
  }
  for (const { text, citations } of answer.statements) {
    if (citations.length === 0 || !citations.every((index) => quoted.has(index))) found.push(`unproved: ${text}`);
    if (!PUMP_TRUTH.has(text)) found.push(`no page says: ${text}`);
  }
  return found;
}

function moneyFindings({ paid, served, totals }: FaultRun, { model }: Answer): string[] {
  const found: string[] = [];
  const { settled, reserved } = totals;
  if (reserved.tokens !== 0 || paid.some(({ charged }) => charged === undefined))
    found.push('something stays reserved');
  const charged = paid.reduce((sum, each) => sum + (each.charged ?? 0), 0);
  const told = model?.calls.reduce((sum, call) => sum + call.inputTokens + call.outputTokens, 0) ?? 0;
  if (charged !== settled.tokens || charged !== told) {
    found.push(`charged ${charged}, written down ${settled.tokens}, told ${told}`);
  }
  for (const { most, charged: of = 0, isReported } of paid) {
    const limit = most.inputTokens + most.outputTokens;
    if (of > limit && !isReported) found.push(`charged ${of} of ${limit} that were reserved`);
  }
  const billed = served.reduce((sum, { billed: of }) => sum + of.inputTokens + of.outputTokens, 0);
  if (billed > charged) found.push(`billed ${billed}, charged ${charged}`);
  return found;
}

function contentFindings(
  events: readonly AnswerEvent[],
  answer: Answer,
  { shows, mayRecover }: Expected,
  { extract, whole }: Pick<FaultPlace, 'extract' | 'whole'>,
): string[] {
  const fault = answer.model?.fault;
  if (shows === 'whole') {
    if (fault !== undefined || answer.message !== '') return [`a good answer was given up: ${fault} ${answer.message}`];
    return sameAnswer(answer, whole) ? [] : ['a good answer was changed'];
  }
  if (fault === undefined && mayRecover && sameAnswer(answer, whole)) return [];
  if (fault === undefined) return [`an answer that shows ${shows} passes for a whole one`];
  const shownBefore = events
    .slice(
      0,
      events.findIndex(({ type }) => type === 'fallback-start'),
    )
    .some(({ type }) => type === 'statement-verified');
  if (shownBefore) return shows === 'nothing' ? ['something of an answer that shows nothing was shown'] : [];
  return sameAnswer(answer, extract) ? [] : ['the answer is not the one without a model'];
}

function sameAnswer(one: Answer, other: Answer): boolean {
  return (['outcome', 'statements', 'citations'] as const).every((key) => same(one[key], other[key]));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
