import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuiltStage } from './build-stages.ts';
import type { Container, ImageConfig, StartContainer } from './container.ts';
import { LOAD_MODULES } from './load-modules.ts';

export interface ImageTrial {
  /** What went wrong in loading any module of ours; empty when each loads. */
  readonly modules: string;
  readonly health: number;
  readonly ready: number;
  /** Outcome of the question, and the words of its first quote. */
  readonly outcome: string;
  readonly quote: string;
  /** Exit code of the image's health check while the server lives, and after it has ended. */
  readonly healthy: number | string;
  readonly unhealthy: number | string;
  /** Exit code after `SIGTERM`. */
  readonly stopped: number | string;
}

export interface TryImageOptions {
  readonly image: BuiltStage;
  readonly config: ImageConfig;
  readonly start: StartContainer;
}

const PAGE = '# Ports\n\nThe gateway listens on port 4711. The flag `--port` names another one.\n';
const RESOLVES = '--experimental-import-meta-resolve';
const STARTS_WITHIN_MS = 60_000;

/**
 * Indexes a page with the image's entry, serves it with the image's own command, asks for its health, its readiness and an answer, and stops it.
 * Rejects with what the program wrote when it does not index or start.
 */
export async function tryImage({ image, config, start }: TryImageOptions): Promise<ImageTrial> {
  const port = String(await freePort());
  const run = async (words: readonly string[]): Promise<Container> =>
    start({ image, config, words, env: { PORT: port } });
  await mkdir(join(image.root, 'work/docs'), { recursive: true });
  await writeFile(join(image.root, 'work/docs/ports.md'), PAGE);
  await writeFile(join(image.root, 'work/load-modules.mjs'), LOAD_MODULES);

  const loading = await run(['node', RESOLVES, '/work/load-modules.mjs', '/app/node_modules']);
  const modules = (await loading.ended) === 0 ? '' : loading.output();
  const indexing = await run([...config.entrypoint, 'index', 'docs']);
  if ((await indexing.ended) !== 0) throw new Error(`The image does not index:\n${indexing.output()}`);

  const server = await run([...config.entrypoint, ...config.command]);
  const url = `http://127.0.0.1:${port}`;
  try {
    await answers(`${url}/health`, server);
    const health = (await fetch(`${url}/health`)).status;
    const ready = (await fetch(`${url}/ready`)).status;
    const reply = (await fetch(`${url}/api/ask`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'Which port does the gateway listen on?' }),
    }).then((response) => response.json())) as { readonly outcome?: string; readonly citations?: readonly Quoted[] };
    const healthy = await (await run(config.healthcheck)).ended;
    process.kill(server.pid, 'SIGTERM');
    const stopped = await server.ended;
    const unhealthy = await (await run(config.healthcheck)).ended;
    const quote = reply.citations?.[0]?.quote ?? '';
    return { modules, health, ready, outcome: reply.outcome ?? '', quote, healthy, unhealthy, stopped };
  } finally {
    if (await isAlive(server)) process.kill(server.pid, 'SIGKILL');
  }
}

interface Quoted {
  readonly quote?: string;
}

async function answers(url: string, server: Container): Promise<void> {
  for (const until = performance.now() + STARTS_WITHIN_MS; performance.now() < until; await wait(50)) {
    if (await fetch(url).catch(() => undefined)) return;
    if (!(await isAlive(server))) break;
  }
  throw new Error(`The image does not serve:\n${server.output()}`);
}

function isAlive({ ended }: Container): Promise<boolean> {
  return Promise.race([ended.then(() => false), wait(0, true)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
