/** Serves the tools of the Model Context Protocol, over streamable HTTP and over standard input and output. */
import type { DocsToolsOptions } from './docs-tools.ts';
import type { AppOptions } from '../app-options.ts';
import { type AppContext, readBody, Refusal } from '../call.ts';
import type { payers } from '../limits.ts';

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

/** Only a revision of 2025 knows batches. Each message may read a whole page. */
const MOST_MESSAGES = 10;
/** Tools that run a search and therefore count as a question. */
const QUESTIONS: ReadonlySet<unknown> = new Set(['ask', 'search']);

/** Serves the Model Context Protocol over streamable HTTP. There are no sessions: each request is independent. */
export function mcpHandler(
  { engine, title = 'the docs', shutdown }: AppOptions,
  payerOf: ReturnType<typeof payers>,
): (c: AppContext) => Promise<Response> {
  return async (c) => {
    if (shutdown?.aborted === true) throw new Refusal('CLOSED');
    const parsedBody = c.req.method === 'POST' ? await readBody(c) : undefined;
    const messages = [parsedBody].flat();
    if (messages.length > MOST_MESSAGES) {
      throw new Refusal('INVALID_REQUEST', `A batch may have at most ${MOST_MESSAGES} messages.`);
    }
    const questions = messages.filter(isQuestion).length;
    if (questions > 0) c.get('admit')('questions', questions);
    // Loaded once the server listens (see `preload`), or on the first request.
    const [{ createMcpHandler }, { docsTools }, payer] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./docs-tools.ts'),
      payerOf(c.get('asker')),
    ]);
    const handler = createMcpHandler(() =>
      docsTools({ engine, title, payer, onError: (error) => (c.get('notes').cause = error) }),
    );
    // A request of its own: the handler never removes its listener from the signal, which would then keep the connection's request for good.
    const { method, url, headers, signal } = c.req.raw;
    const request = new Request(url, { method, headers, signal });
    return handler.fetch(request, parsedBody === undefined ? {} : { parsedBody });
  };
}

function isQuestion(message: unknown): boolean {
  const { method, params } = (message ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown };
  };
  return method === 'tools/call' && QUESTIONS.has(params?.name);
}
