import { isDeepStrictEqual } from 'node:util';
import type { AskEvent, Statement } from '../wire.ts';

const LAST: readonly AskEvent['type'][] = ['done', 'stopped', 'failed'];

/** Checks the events of one question; `whole` has all statements that may appear. Returns the problems found. */
export function endingFaults(events: readonly AskEvent[], whole: readonly Statement[]): readonly string[] {
  const faults: string[] = [];
  const endings = events.filter(({ type }) => LAST.includes(type));
  if (endings.length !== 1) faults.push(`${endings.length} last events`);
  const last = events.at(-1);
  if (last === undefined || !LAST.includes(last.type)) faults.push('no last event at the end');
  const statements = events.flatMap((event) => (event.type === 'statement' ? [event.statement] : []));
  if (!isDeepStrictEqual(statements, whole.slice(0, statements.length)))
    faults.push('statements that are no beginning');
  const seen = new Set<number>();
  for (const event of events) {
    if (event.type === 'citation') seen.add(event.citation.index);
    if (event.type === 'statement' && !event.statement.citations.every((index) => seen.has(index))) {
      faults.push('a statement before its citation');
    }
  }
  return faults;
}
