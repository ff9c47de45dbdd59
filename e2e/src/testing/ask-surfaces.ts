/** Asks the same questions over MCP, the API of OpenAI and the native API, all over real sockets, and compares the replies with the pages. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { pathKey } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import { createApp, serve } from '@ibid/server';

export interface ScopedQuestion {
  readonly text: string;
  readonly scope: { readonly locale?: string; readonly version?: string; readonly page?: string };
}

interface Found {
  readonly id: string;
  readonly text: string;
  readonly url: string;
  readonly locale: string;
  readonly version: string;
}
interface Citation {
  readonly url: string;
  readonly anchor: string;
  readonly title: string;
  readonly section: string;
  readonly quote: string;
}
interface Native {
  readonly outcome: string;
  readonly answer: string;
  readonly statements: readonly { readonly text: string }[];
  readonly citations: readonly Citation[];
}
interface Annotation {
  readonly url_citation: { readonly start_index: number; readonly end_index: number; readonly url: string };
}
interface Message {
  readonly content?: string;
  readonly annotations?: readonly Annotation[];
}
interface Completion {
  readonly choices: readonly { readonly message: Required<Message> }[];
  readonly ibid: { readonly outcome: string; readonly citations: readonly Citation[] };
}
interface Chunk {
  readonly choices: readonly { readonly delta: Message }[];
}

const FOOTNOTES = /\s*(?:\[\[\d+\]\]\([^)]*\))+/gu;

export interface Compared {
  /** What was wrong, with the question. */
  readonly wrong: readonly string[];
  readonly answered: number;
  /** Numbers of passages and quotes that were compared with their pages. */
  readonly found: number;
  readonly quotes: number;
}

/** Serves `engine` and asks it. Pages are read from `pages`, which a planted fault leaves alone. */
export async function askSurfaces(
  engine: Engine,
  questions: readonly ScopedQuestion[],
  pages: Pick<Engine, 'page'> = engine,
): Promise<Compared> {
  await using cleanup = new AsyncDisposableStack();
  let id = 0;
  const app = createApp({
    engine,
    newId: () => `${++id}`,
    now: () => 0,
    date: () => new Date(0),
    countTokens: () => 0,
    rateLimits: { perClient: 0, perSiteKey: 0, requests: 0 },
  });
  const server = cleanup.adopt(await serve(app, { port: 0 }), (running) => running.close());
  const agent = cleanup.adopt(new Client({ name: 'test', version: '1' }), (client) => client.close());
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));

  const wrong: string[] = [];
  const counts = { answered: 0, found: 0, quotes: 0 };
  const call = async <T>(name: string, given: object): Promise<T> =>
    (await agent.callTool({ name, arguments: { ...given } })).structuredContent as T;
  const post = (path: string, body: object): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  for (const { text, scope } of questions) {
    const check = (holds: boolean, what: string): void => {
      if (!holds) wrong.push(`${text} ${JSON.stringify(scope)}: ${what}`);
    };
    const pageText = async ({ url }: { readonly url: string }): Promise<string> =>
      (await pages.page(pathKey(url)))?.text ?? '';
    const isInScope = ({ url, locale, version }: Omit<Found, 'id' | 'text'>): boolean =>
      (scope.page === undefined || pathKey(url) === pathKey(scope.page)) &&
      [undefined, '', locale].includes(locale === '' ? '' : scope.locale) &&
      [undefined, '', version].includes(version === '' ? '' : scope.version);

    const { page: _, ...facets } = scope;
    const { results } = await call<{ results: readonly Found[] }>('search', { query: text, ...facets });
    for (const hit of results) {
      const whole = await call<Found | undefined>('fetch', { id: hit.id });
      const written = await pageText(hit);
      check(written.includes(hit.text), `\`search\` changed the words of ${hit.url}`);
      check(whole !== undefined, `\`fetch\` does not know ${hit.id}`);
      check(written.includes(whole?.text ?? ''), `\`fetch\` changed the words of ${hit.url}`);
      check(whole?.text.includes(hit.text) ?? false, `\`fetch\` gives something else for ${hit.id}`);
      check(scope.page !== undefined || isInScope(hit), `\`search\` left the scope for ${hit.url}`);
    }
    counts.found += results.length;

    const scoped = (await (await post('/api/ask', { query: text, ...scope })).json()) as Native;
    const told = await call<{ outcome: string; citations: readonly (Omit<Found, 'id' | 'text'> & Citation)[] }>('ask', {
      question: text,
      ...scope,
    });
    check(told.outcome === scoped.outcome, '`ask` has another outcome than native');
    check(quotesOf(told) === quotesOf(scoped), '`ask` has other quotes than native');
    for (const citation of told.citations) {
      check((await pageText(citation)).includes(citation.quote), `\`ask\` changed the words of ${citation.url}`);
      check(isInScope(citation), `\`ask\` left the scope for ${citation.url}`);
    }
    counts.quotes += told.citations.length;

    const native = (await (await post('/api/ask', { query: text })).json()) as Native;
    const request = { model: 'ibid', messages: [{ role: 'user', content: text }] };
    const { choices, ibid } = (await (await post('/v1/chat/completions', request)).json()) as Completion;
    const { content, annotations } = choices[0]!.message;
    counts.answered += Number(native.outcome === 'answered');
    check(ibid.outcome === native.outcome, '/v1 has another outcome than native');
    check(citationsOf(ibid) === citationsOf(native), '/v1 has other citations than native');
    if (native.outcome === 'answered') {
      check(content.replaceAll(FOOTNOTES, '').trim() === native.answer.trim(), '/v1 has other statements than native');
      check(annotations.length > 0, '/v1 has no annotations');
    }
    for (const { url_citation: cited } of annotations) {
      const proved = words(content.slice(cited.start_index, cited.end_index));
      check(
        native.statements.some((statement) => proved.startsWith(words(statement.text))),
        `/v1 has an annotation that does not begin with a statement: ${cited.start_index}`,
      );
    }
    const stream = await (await post('/v1/chat/completions', { ...request, stream: true })).text();
    const deltas = stream
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: {'))
      .map((frame) => (JSON.parse(frame.slice(6)) as Chunk).choices[0]?.delta);
    check(deltas.map((delta) => delta?.content ?? '').join('') === content, '/v1 streams another text');
    check(JSON.stringify(deltas.at(-1)?.annotations) === JSON.stringify(annotations), '/v1 streams other annotations');
  }
  return { wrong, ...counts };
}

function quotesOf({ citations }: { readonly citations: readonly Pick<Citation, 'quote'>[] }): string {
  return JSON.stringify(citations.map(({ quote }) => quote));
}

function citationsOf({ citations }: { readonly citations: readonly Citation[] }): string {
  return JSON.stringify(
    citations.map(({ url, anchor, title, section, quote }) => [url, anchor, title, section, quote]),
  );
}

/** Letters and digits alone, without the signs of Markdown. */
function words(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
