/**
 * Reserves one token on an account of its own each, until it is refused, then asks once more, and says what came of it as JSON. For
 * `full-disk.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { sqliteLedger } from '../sqlite.ts';

const [, , file = ''] = process.argv;
const driver = sqliteLedger({ file });
await driver.open();
const day = '2026-11-22';
const ids: string[] = [];

/** `undefined` when it was booked, else the code. */
async function reserve(): Promise<string | undefined> {
  const id = randomUUID();
  const accounts = ['all', `client:${id}`].map((key) => ({ key, day, maxTokens: undefined, maxMicroCost: undefined }));
  try {
    await driver.reserve({ id, day, accounts, most: { tokens: 1, microCost: 0 } });
    ids.push(id);
    return undefined;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

let first: string | undefined;
while (first === undefined && ids.length < 100_000) first = await reserve();
const again = await reserve();
const totals = await driver.read({ key: 'all', day });
const found = { booked: ids.length, reserved: totals.reserved.tokens, codes: [first, again] };
process.stdout.write(`${JSON.stringify(found)}\n`);
await driver.close();
