import { createConversations } from '@ibid/core';
import type { Conversations } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { memoryState } from '@ibid/drivers/state/state';
import { createApp, serve, type AppOptions } from '@ibid/server';
import { randomUUID } from 'node:crypto';

export interface ServedModel extends AsyncDisposable {
  readonly url: string;
  readonly conversations: Conversations;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sum over all series whose labels contain `label`, such as `result="ok"`; 0 if there are none. */
  metric(name: string, label?: string): Promise<number>;
}

/** Serves an engine with all HTTP endpoints, on a loopback port, without rate limits. */
export async function serveModel(
  engine: AppOptions['engine'],
  options: Partial<AppOptions> = {},
): Promise<ServedModel> {
  await using cleanup = new AsyncDisposableStack();
  const conversations = createConversations({
    driver: memoryState().sessions,
    now: () => new Date(),
    newId: randomUUID,
    countTokens,
  });
  cleanup.use(conversations);
  const app = createApp({
    engine,
    conversations,
    newId: randomUUID,
    now: () => performance.now(),
    date: () => new Date(),
    countTokens,
    rateLimits: { perClient: 0, perSiteKey: 0, requests: 0 },
    ...options,
  });
  const server = await serve(app, { port: 0, connectionsPerAddress: 0 });
  cleanup.defer(async () => {
    const closed = server.close();
    server.endNow();
    await closed;
  });
  const opened = cleanup.move();
  return {
    url: server.url,
    conversations,
    post: (path, body, headers = {}) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async metric(name, label = '') {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return text
        .split('\n')
        .filter((line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(label))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
