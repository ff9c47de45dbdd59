import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { docusaurusBin } from '../../../../scripts/build/build-book.ts';
import { docusaurusEnvironment } from './built-site.ts';

/** `docusaurus ibid:serve` over the last build of a site, once it says where. */
export async function serveByPlugin(
  folder: string,
  flags: readonly string[],
): Promise<AsyncDisposable & { readonly url: string }> {
  const child = spawn(process.execPath, [docusaurusBin(), 'ibid:serve', ...flags], {
    cwd: folder,
    env: docusaurusEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const closed = once(child, 'close');
  const addressIn = (): string | undefined => /answers at (http:\/\/\S+)/u.exec(said)?.[1];
  while (addressIn() === undefined && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed]);
  const url = addressIn();
  if (url === undefined) throw new Error(`\`docusaurus ibid:serve\` ended with ${child.exitCode}:\n${said}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
