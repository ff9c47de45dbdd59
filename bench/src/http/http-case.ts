import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchCase, CaseInput } from '../cases/bench-case.ts';
import type { Figures } from '../measure.ts';
import { askOne } from './ask-one.ts';
import { askedRequests } from './asked-request.ts';
import { loadFigures, streamFigures } from './http-figures.ts';
import { load } from './load.ts';
import { openStreams } from './open-streams.ts';
import { startServer, type StartedServer } from './start-server.ts';
import { CLIENTS, OPEN_STREAMS, type Surface } from './surface.ts';

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/ibid.js', import.meta.url));
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url));
const WARM_UP = { clients: 16, seconds: 3 };
const SECONDS = 5;

/** All clients use one address, which would normally be limited. */
const SETTINGS = { server: { connectionsPerAddress: 0, questionsPerMinute: 0, requestsPerMinute: 0 } };

/** Loads an endpoint of `ibid serve` with a growing number of clients, then its streaming counterpart. */
export function httpCase(surface: Surface): BenchCase {
  return async (input) => {
    const config = join(dirname(input.index), 'serve.json');
    await writeFile(config, JSON.stringify(SETTINGS));
    const server = await startServer([CLI, 'serve', '--index', input.index, '--config', config, '--port', '0']);
    try {
      return {
        ...(await underLoad(server, surface, input)),
        ...(await streamed(server, surface, input)),
        'memory MB': (await server.read()).memoryMegabytes,
      };
    } finally {
      await server.stop();
    }
  };
}

/** The same load on a route that does nothing, with replies of the same size. */
export async function bareCase(input: CaseInput): Promise<Figures> {
  const server = await startServer([BARE, String(Math.round(input.replyBytes ?? 0))]);
  try {
    return await underLoad(server, { path: '/bare', body: (query) => ({ query }) }, input);
  } finally {
    await server.stop();
  }
}

async function underLoad(
  server: StartedServer,
  surface: Pick<Surface, 'path' | 'body'>,
  { questions }: CaseInput,
): Promise<Figures> {
  const { url } = server;
  const requests = askedRequests(
    questions.map(({ text }) => text),
    surface,
  );
  const expected: string[] = [];
  for (const one of requests) {
    const { status, text } = await askOne(url, one);
    if (status !== 200) throw new Error(`${one.path} replies ${status} to '${one.body}': ${text.slice(0, 200)}`);
    expected.push(text);
  }
  await load({ url, requests, expected, ...WARM_UP });
  let figures: Figures = {
    'reply bytes': expected.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / Math.max(1, expected.length),
  };
  for (const clients of CLIENTS) {
    await server.start();
    const outcome = await load({ url, requests, expected, clients, seconds: SECONDS });
    figures = { ...figures, ...loadFigures(clients, outcome, await server.read()) };
  }
  return figures;
}

async function streamed(server: StartedServer, { stream, body }: Surface, { questions }: CaseInput): Promise<Figures> {
  if (stream === undefined) return {};
  const requests = askedRequests(
    questions.map(({ text }) => text),
    { path: stream.path, body },
  );
  await server.start();
  const outcome = await openStreams({ url: server.url, requests, terminal: stream.terminal, clients: OPEN_STREAMS });
  return streamFigures(OPEN_STREAMS, outcome, await server.read());
}
