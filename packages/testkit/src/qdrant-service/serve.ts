/**
 * The stand-in for Qdrant as a process of its own: `node …/serve.ts [--port n] [--api-key key] [--strict] [--attached]` writes `{"url": …}` as one line
 * to standard output, and ends on SIGTERM; with `--attached` also when standard input does, so that it never outlives who started it.
 */
import { parseArgs } from 'node:util';
import { openQdrantService } from './open-qdrant-service.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'api-key': { type: 'string' },
    strict: { type: 'boolean' },
    attached: { type: 'boolean' },
  },
});
const service = await openQdrantService({
  port: Number(values.port ?? 0),
  strictMode: values.strict ?? false,
  ...(values['api-key'] === undefined ? {} : { apiKey: values['api-key'] }),
});
process.once('SIGTERM', () => void end());
if (values.attached === true) process.stdin.once('end', () => void end()).resume();
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);

async function end(): Promise<void> {
  await service.close();
  process.exit();
}
