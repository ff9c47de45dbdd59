import type { DocsToolsOptions } from './docs-tools.ts';

/** Serves the tools over standard input and output until the client disconnects or `signal` is aborted. */
export async function serveTools(options: DocsToolsOptions, signal: AbortSignal): Promise<void> {
  const [{ serveStdio }, { docsTools }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./docs-tools.ts'),
  ]);
  const handle = serveStdio(() => docsTools(options));
  const left = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await left;
  await handle.close();
}
