/**
 * When its standard input ends, answers with a model of another process, and pays from a ledger on disk, until it is killed or no money is left. Says on standard output
 * who gave each answer. With `forgetful` as last argument it is a planted fault: its ledger ends with it. For `money-kill.long.test.ts`.
 */
import { memoryState, stateOver } from '@ibid/drivers/state/state';
import { openSqlite } from '@ibid/drivers/state/sqlite';
import type { ModelService } from '@ibid/testkit';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openModelEngine } from './model-engine-fixture.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordingModel } from './pump-pages-fixture.ts';

const [file = '', url = '', apiKey = '', cap = '', mode = ''] = process.argv.slice(2);
const AT_ONCE = 2;

await using state = mode === 'forgetful' ? memoryState() : stateOver(await openSqlite(file));
const place = await openModelEngine({
  pages: PUMP_PAGES,
  answer: wordingModel,
  service: { url, apiKey } as ModelService,
  ledger: state.ledger,
  caps: { perDay: { tokens: Number(cap) } },
  deadlines: { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 },
});

async function askUntilPoor(): Promise<void> {
  for (;;) {
    const { model, outcome } = await place.ask(PUMP_QUESTION);
    writeSync(1, `${outcome} ${model?.fault ?? 'whole'}\n`);
    if (model?.fault === 'over-budget') return;
  }
}

writeSync(1, 'ready\n');
process.stdin.resume();
await once(process.stdin, 'end', { signal: AbortSignal.timeout(120_000) });
await Promise.all(Array.from({ length: AT_ONCE }, askUntilPoor));
await place[Symbol.asyncDispose]();
