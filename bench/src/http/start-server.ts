import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerFigures } from './server-probe.ts';

const PROBE = new URL('server-probe.ts', import.meta.url).href;
const STARTS_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 10_000;

export interface StartedServer {
  readonly url: string;
  /** Starts counting from zero. */
  start(): Promise<void>;
  /** Figures since `start`. */
  read(): Promise<ServerFigures>;
  stop(): Promise<void>;
}

/** Runs a server in a separate process with these arguments to Node, and resolves once it has printed its address. */
export async function startServer(args: readonly string[]): Promise<StartedServer> {
  const child = spawn(process.execPath, ['--import', PROBE, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const ask = async (message: string): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(message);
    return ((await answered) as readonly unknown[])[0];
  };
  try {
    const url = await address(child);
    return {
      url,
      start: async () => void (await ask('start')),
      read: async () => (await ask('read')) as ServerFigures,
      stop: () => ended(child),
    };
  } catch (error) {
    await ended(child);
    throw error;
  }
}

function address(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  let found: string | undefined;
  // Both streams are read to their end, because a full pipe would block the server; later output is dropped.
  const onText = (data: Buffer): void => {
    if (found !== undefined) return;
    text += data.toString();
    found = /https?:\/\/[\w.[\]:-]+:\d+/u.exec(text)?.[0];
    if (found !== undefined) resolve(found);
  };
  child.stdout!.on('data', onText);
  child.stderr!.on('data', onText);
  child.on('error', reject);
  child.on('close', (code) => reject(new Error(`The server ended with ${code}: ${text.slice(-300)}`)));
  const timer = setTimeout(() => reject(new Error(`The server does not start: ${text.slice(-300)}`)), STARTS_WITHIN_MS);
  return promise.finally(() => clearTimeout(timer));
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  await closed;
  clearTimeout(timer);
}
