import type { Payer } from '@ibid/core/types';
import type { AppOptions } from '../app-options.ts';
import { failed, overQuestionLimit, type AppContext } from '../call.ts';
import type { Allowance } from '../limits.ts';
import { readBody } from '../read-body.ts';

const MAX_BODY_BYTES = 98_304;
/** Only a revision of 2025 knows batches. Each message may read a whole page. */
const MOST_MESSAGES = 10;
/** Tools that run a search and therefore count as a question. */
const QUESTIONS: ReadonlySet<unknown> = new Set(['ask', 'search']);

/** Serves the Model Context Protocol over streamable HTTP. There are no sessions: each request is independent. */
export function mcpHandler(
  { engine, title = 'the docs', shutdown }: AppOptions,
  of: {
    readonly admit: (c: AppContext, count: number) => Allowance | undefined;
    readonly payer: (c: AppContext) => Promise<Payer>;
  },
): (c: AppContext) => Promise<Response> {
  return async (c) => {
    if (shutdown?.aborted === true) return failed(c, { code: 'CLOSED', message: '' });
    const read = c.req.method === 'POST' ? await readBody(c, { maxBytes: MAX_BODY_BYTES }) : undefined;
    if (read?.kind === 'failed') return failed(c, read.failure);
    const messages = [read?.body].flat();
    if (messages.length > MOST_MESSAGES) {
      const message = `A batch may have at most ${MOST_MESSAGES} messages.`;
      return failed(c, { code: 'INVALID_REQUEST', message });
    }
    const questions = messages.filter(isQuestion).length;
    const refusal = questions === 0 ? undefined : overQuestionLimit(c, of.admit(c, questions));
    if (refusal !== undefined) return failed(c, refusal);
    // Loaded once the server listens (see `preload`), or on the first request.
    const [{ createMcpHandler }, { docsTools }, payer] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/docs-tools.ts'),
      of.payer(c),
    ]);
    const handler = createMcpHandler(() =>
      docsTools({ engine, title, payer, onError: (error) => (c.get('notes').cause = error) }),
    );
    // A request of its own: the handler never removes its listener from the signal, which would then keep the connection's request for good.
    const { method, url, headers, signal } = c.req.raw;
    const request = new Request(url, { method, headers, signal });
    return handler.fetch(request, read === undefined ? {} : { parsedBody: read.body });
  };
}

function isQuestion(message: unknown): boolean {
  const { method, params } = (message ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown };
  };
  return method === 'tools/call' && QUESTIONS.has(params?.name);
}
