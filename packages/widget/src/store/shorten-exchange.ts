import type { Statement } from '../client/wire.ts';
import type { Exchange } from '../exchange/exchange.ts';

/**
 * The question with as much of the beginning of its answer, and the footnotes of that, as fits in `room` characters of JSON: a stopped
 * one, as it is not whole. At least the question, however long it is.
 */
export function shortenExchange(exchange: Exchange, room: number): Exchange {
  const bare: Exchange = {
    ...exchange,
    state: 'stopped',
    failure: undefined,
    statements: [],
    excerpts: [],
    citations: [],
    nearest: [],
    closest: [],
    corrected: [],
    message: '',
    warnings: [],
  };
  const statements: Statement[] = [];
  let short = bare;
  let left = room - JSON.stringify(bare).length;
  const noted = new Set<number>();
  for (const statement of exchange.statements) {
    const notes = exchange.citations.filter(({ index }) => statement.citations.includes(index) && !noted.has(index));
    const first = short.excerpts.length;
    const excerpts = exchange.excerpts.slice(first, Math.max(first, (statement.excerpt ?? -1) + 1));
    left -= JSON.stringify([statement, ...notes, ...excerpts]).length;
    if (left < 0) break;
    for (const { index } of notes) noted.add(index);
    statements.push(statement);
    short = {
      ...bare,
      excerpts: [...short.excerpts, ...excerpts],
      statements: [...statements],
      citations: exchange.citations.filter(({ index }) => noted.has(index)),
    };
  }
  return short;
}
