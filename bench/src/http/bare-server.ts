/** Baseline server: reads a question and replies with as many bytes as the first argument states, without any work. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const reply = { answer: 'x'.repeat(Math.max(0, Number(process.argv[2]) - '{"answer":""}'.length)) };
const app = new Hono();
app.post('/bare', async (c) => {
  await c.req.json();
  return c.json(reply);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
