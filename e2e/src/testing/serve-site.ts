import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IBID = join(import.meta.dirname, '../../../packages/cli/bin/ibid.js');
const ADDRESS = /answers at (http:\/\/[^\s]+)/u;

export interface ServedSite extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** What the program has said so far. */
  readonly said: () => string;
}

/** `ibid serve` over a built site and its index, on a free port, with its state in a folder of its own. */
export async function serveSite(options: {
  readonly site: string;
  readonly index: string;
  readonly flags?: readonly string[];
}): Promise<ServedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-e2e-'));
  const flags = [
    '--index',
    options.index,
    '--site',
    options.site,
    '--port',
    '0',
    '--log',
    'off',
    ...(options.flags ?? []),
  ];
  const child = spawn(process.execPath, [IBID, 'serve', ...flags, '--no-color'], { cwd: folder });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const end = async (): Promise<void> => {
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(child, () => said), said: () => said, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  for (;;) {
    const url = ADDRESS.exec(said())?.[1];
    if (url !== undefined) return url.replace(/\/$/u, '');
    if (child.exitCode !== null) throw new Error(`\`ibid serve\` ended with ${child.exitCode}:\n${said()}`);
    await Promise.race([once(child.stderr!, 'data'), once(child.stdout!, 'data'), once(child, 'close')]);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
