import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './program.ts';

const IBID = join(import.meta.dirname, '../../../packages/cli/bin/ibid.js');

export interface ServedSite extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

/** Runs `ibid serve` on a built site and its index, on a free port, with its state in a new folder. */
export async function serveSite(options: {
  readonly site: string;
  readonly index: string;
  readonly flags?: readonly string[];
}): Promise<ServedSite> {
  const { site, index, flags = [] } = options;
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'ibid-e2e-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const args = ['serve', '--index', index, '--site', site, '--port', '0', '--log', 'off', ...flags, '--no-color'];
  const program = opening.use(startProgram(IBID, args, { cwd: folder }));
  const url = await program.address();
  const opened = opening.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
