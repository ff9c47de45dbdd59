import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveIbid } from '../../../packages/cli/src/testing/run-ibid.ts';

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
  const flagged = ['--index', index, '--site', site, '--log', 'off', ...flags, '--no-color'];
  const { run, url } = await serveIbid(folder, flagged);
  opening.use(run);
  const opened = opening.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
