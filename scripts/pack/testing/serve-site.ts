import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withThisNode } from './run-command.ts';

export interface ServedSite extends AsyncDisposable {
  readonly url: string;
}

const STARTS_WITHIN_MS = 60_000;

/** `docusaurus ibid:serve` over the last build, once it answers. */
export async function serveSite(site: string): Promise<ServedSite> {
  const program = join(site, 'node_modules', '@docusaurus', 'core', 'bin', 'docusaurus.mjs');
  const child = spawn(process.execPath, [program, 'ibid:serve', '--port', '0', '--log', 'off', '--no-color'], {
    cwd: site,
    env: withThisNode(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  const until = performance.now() + STARTS_WITHIN_MS;
  let url: string | undefined;
  while (url === undefined) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`\`docusaurus ibid:serve\` did not start:\n${output}`);
    url = /answers at (http:\/\/\S+)/u.exec(output)?.[1];
    await wait(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
