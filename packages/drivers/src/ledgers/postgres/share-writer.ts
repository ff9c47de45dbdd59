/**
 * Asks for many reservations at once on an account with a cap, says which tokens it was granted, and goes without settling. Begins
 * when a line comes in on standard input. Arguments: URL, schema, the cap, and the sizes, separated by commas. For
 * `sharing.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { postgresLedger } from '../postgres.ts';

const [, , url = '', schema = '', cap = '', sizes = ''] = process.argv;
const postgres = openPostgres({ url, schema });
const driver = postgresLedger({ postgres });
await driver.open();
process.stdout.write('ready\n');
await once(process.stdin, 'data');

const day = '2026-11-22';
const accounts = [{ key: 'all', day, maxTokens: Number(cap), maxMicroCost: undefined }];
const granted = await Promise.all(
  sizes.split(',').map(async (size) => {
    const most = { tokens: Number(size), microCost: 0 };
    return (await driver.reserve({ id: randomUUID(), day, accounts, most })) === undefined ? most.tokens : 0;
  }),
);
process.stdout.write(`${granted.reduce((sum, tokens) => sum + tokens)}\n`, () => process.exit());
