/**
 * The stand-in for Qdrant as a process of its own: `node …/serve.ts [--port n] [--api-key key] [--strict]` writes `{"url": …}` as one line
 * to standard output, and ends on SIGTERM.
 */
import { parseArgs } from 'node:util';
import { openQdrantService } from './open-qdrant-service.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, 'api-key': { type: 'string' }, strict: { type: 'boolean' } },
});
const service = await openQdrantService({
  port: Number(values.port ?? 0),
  strictMode: values.strict ?? false,
  ...(values['api-key'] === undefined ? {} : { apiKey: values['api-key'] }),
});
process.once('SIGTERM', () => void service.close());
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`);
