/**
 * The database for tests as a process of its own: writes `{"url": …}` as one line to standard output, and ends when standard input
 * does or on SIGTERM.
 */
import { once } from 'node:events';
import { openPostgresService } from './open-postgres-service.ts';

const service = await openPostgresService();
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
process.stdin.resume();
await Promise.race([once(process.stdin, 'end'), once(process, 'SIGTERM')]);
await service.close();
process.exit();
