/**
 * Takes the lock, says so on standard output, and says so again when it is lost; ends when standard input does. Arguments: URL and
 * schema. For `processes.long.test.ts`.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { postgresLock } from '../postgres.ts';

const [, , url = '', schema = ''] = process.argv;
const held = await postgresLock({ postgres: openPostgres({ url, schema }), name: 'one', beatMs: 50 }).acquire();
held.lost.addEventListener('abort', () => writeSync(1, 'lost\n'));
writeSync(1, 'held\n');
process.stdin.resume();
await once(process.stdin, 'end');
process.exit();
