import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface StartedQdrantService extends AsyncDisposable {
  readonly url: string;
  /** Ends the process with this signal, `SIGTERM` unless given, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The stand-in for Qdrant in a process of its own, which others than this one may use, and which can be killed. Its state goes with it. */
export async function startQdrantService(
  options: { readonly port?: number; readonly apiKey?: string; readonly strictMode?: boolean } = {},
): Promise<StartedQdrantService> {
  const { port = 0, apiKey, strictMode = false } = options;
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('./serve.ts', import.meta.url)),
      `--port=${port}`,
      ...(apiKey === undefined ? [] : [`--api-key=${apiKey}`]),
      ...(strictMode ? ['--strict'] : []),
      '--attached',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const said = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([
    said,
    exited.then(([code]) => {
      throw new Error(`The stand-in for Qdrant ended with ${code} before it listened`);
    }),
  ]);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return { url: (JSON.parse(line) as { readonly url: string }).url, stop, [Symbol.asyncDispose]: () => stop() };
}
