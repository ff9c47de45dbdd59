/** Paths for operating the server: `/health`, `/ready` and `/metrics`. */
import type { AppOptions } from './app-options.ts';
import { readiness, type Readiness, sharedProbe } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { Routes } from './routes.ts';

/** Balancers poll every second or two, and there may be several. */
const KEEP_WRITTEN_MS = 2_000;
const NO_STORE = { 'Cache-Control': 'no-store' };

export function addOperations(routes: Routes, options: AppOptions, metrics: Metrics): void {
  const { engine, shutdown, draining, checkWrites, now, title = 'the docs' } = options;
  routes.on('GET', '/health', { limit: 'health', open: 'any-host' }, (c) => c.json({ status: 'ok' }, 200, NO_STORE));

  const isEnding = (): boolean => shutdown?.aborted === true || draining?.aborted === true;
  // A client that disconnects does not cancel the shared probe; the probe has its own deadline.
  const unending = new AbortController().signal;
  const written =
    checkWrites === undefined ? undefined : sharedProbe({ ask: checkWrites, keepMs: KEEP_WRITTEN_MS, now });
  const probe = (parts: Parameters<typeof readiness>[0]): (() => Promise<Readiness>) => {
    const ask = (): Promise<Readiness> => readiness(parts, unending);
    const shared = sharedProbe({ ask, keepMs: 0, now });
    return () => (isEnding() ? ask() : shared());
  };
  const probeAll = probe({ ...options, checkWrites: written });
  const probeIndex = probe({ engine, shutdown, draining });
  routes.on('GET', '/ready', { limit: 'health', open: 'any-host' }, async (c) => {
    const ready = await (c.req.query('needs') === 'index' ? probeIndex() : probeAll());
    return c.json({ ...ready, title }, ready.status === 'ready' ? 200 : 503, NO_STORE);
  });

  routes.on('GET', '/metrics', { limit: 'work', open: 'any-host' }, async (c) => {
    const { signal } = c.req.raw;
    const [info, sessions, spent] = await Promise.all([
      engine.info({ signal }).catch(() => undefined),
      options.conversations?.count({ signal }).catch(() => undefined),
      options.agent?.spentToday?.({ signal }).catch(() => undefined),
    ]);
    if (info !== undefined) metrics.index(info);
    if (sessions !== undefined) metrics.sessions(sessions);
    if (spent !== undefined) metrics.budget(spent);
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, ...NO_STORE });
  });
}
