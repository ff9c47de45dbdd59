import type { Payer } from '@ibid/core/types';
import type { AppOptions } from '../app-options.ts';
import { failed, overQuestionLimit, type AppContext } from '../call.ts';
import type { Allowance } from '../limits.ts';
import { readBody } from '../read-body.ts';

const MAX_BODY_BYTES = 98_304;
/** Tools that run a search and therefore count as a question. */
const QUESTIONS: ReadonlySet<unknown> = new Set(['ask', 'search']);

/** Serves the Model Context Protocol over streamable HTTP. There are no sessions: each request is independent. */
export function mcpHandler(
  { engine, title = 'the docs', shutdown }: AppOptions,
  of: {
    readonly admit: (c: AppContext) => Allowance | undefined;
    readonly payer: (c: AppContext) => Promise<Payer>;
  },
): (c: AppContext) => Promise<Response> {
  return async (c) => {
    if (shutdown?.aborted === true) return failed(c, { code: 'CLOSED', message: '' });
    const read = c.req.method === 'POST' ? await readBody(c.req.raw, { maxBytes: MAX_BODY_BYTES }) : undefined;
    if (read?.kind === 'failed') return failed(c, read.failure);
    for (let count = questionsIn(read?.body); count > 0; count--) {
      const refusal = overQuestionLimit(c, of.admit(c));
      if (refusal !== undefined) return failed(c, refusal);
    }
    // Loaded on the first request, because most servers never get one.
    const [{ createMcpHandler }, { docsTools }, payer] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/docs-tools.ts'),
      of.payer(c),
    ]);
    const handler = createMcpHandler(() =>
      docsTools({ engine, title, payer, onError: (error) => (c.get('notes').cause = error) }),
    );
    return handler.fetch(c.req.raw, read === undefined ? {} : { parsedBody: read.body });
  };
}

/** Counts the questions of a message, or of a batch of messages. */
function questionsIn(body: unknown): number {
  return [body].flat().filter((message) => {
    const { method, params } = (message ?? {}) as {
      readonly method?: unknown;
      readonly params?: { readonly name?: unknown };
    };
    return method === 'tools/call' && QUESTIONS.has(params?.name);
  }).length;
}
