/** Paths for operating the server (`/health`, `/ready`, `/metrics`), and the contracts' health checks. A probe does a small piece of each part's real work. */
import { untilAborted } from '@ibid/core';
import type { IndexInfo } from '@ibid/core/types';
import type { HealthEndpoint, HealthPart } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { type AppContext, type Routes, toResponse } from './call.ts';
import type { Metrics } from './metrics.ts';

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
    if (info !== undefined) {
      metrics.record('index_pages', {}, info.pages);
      metrics.record('index_chunks', {}, info.chunks);
      metrics.record('index_generation', {}, info.generation);
    }
    if (sessions !== undefined) metrics.record('sessions', {}, sessions);
    if (spent !== undefined) metrics.budget(spent);
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, ...NO_STORE });
  });
}

/** Well under the two seconds after which configured orchestrators give up. A part that hangs is reported as down. */
const DEADLINE_MS = 1_500;
/** Deadline for all parts of a contract together. */
const ALL_PARTS_MS = 5_000;

type Readiness =
  | ({ readonly status: 'ready'; readonly published_at: string } & Pick<IndexInfo, 'generation' | 'pages' | 'chunks'>)
  | {
      readonly status: 'unavailable';
      /** Common cause of the failures: `both` = index and state. */
      readonly cause: 'server' | 'index' | 'state' | 'both';
      /** Parts that are down. */
      readonly down: readonly Part[];
      readonly message: string;
    };

/** `store`: the index cannot be read; `index`: it has no pages. All others belong to the state. */
type Part = 'server' | 'store' | 'index' | StatePart;
type StatePart = 'sessions' | 'feedback' | 'jobs' | 'ledger';
type Probe = (call: { readonly signal: AbortSignal }) => Promise<unknown>;

type PartsOptions = Pick<AppOptions, 'engine' | 'conversations' | 'feedback' | 'ingest' | 'agent'>;
type ReadinessOptions = PartsOptions & Pick<AppOptions, 'checkWrites' | 'shutdown' | 'draining'>;

const STATE_IN_WORDS: Readonly<Record<StatePart, string>> = {
  sessions: 'conversations',
  feedback: 'feedback',
  jobs: 'jobs',
  ledger: 'costs',
};

/** Returns the probe of each part; a probe that returns `false` means the part is down. `undefined` for parts that the server does not have. */
function probesOf(options: PartsOptions): Readonly<Record<StatePart | HealthPart, Probe | undefined>> {
  const { engine, conversations, feedback, ingest, agent } = options;
  return {
    index: (call) => engine.checkIndex(call),
    embedder: (call) => engine.embedderWorks(call),
    sessions: conversations && ((call) => conversations.count(call)),
    feedback: feedback && (async (call) => feedback.list?.({ limit: 1 }, call)),
    jobs: ingest && (() => ingest.jobs.list(1)),
    ledger: agent?.spentToday && (async (call) => agent.spentToday?.(call)),
    // Calling a model costs money, so its state is derived from its latest calls.
    model: agent?.isReachable && (async () => agent.isReachable?.()),
  };
}

/**
 * Probes all parts of the server at once. If a test write to the state is possible and fails, all parts of the state are reported as down,
 * because they share one store.
 */
export async function readiness(
  options: ReadinessOptions,
  signal: AbortSignal,
  deadlineMs: number = DEADLINE_MS,
): Promise<Readiness> {
  const { engine, checkWrites, shutdown, draining } = options;
  if (shutdown?.aborted === true || draining?.aborted === true) {
    return { status: 'unavailable', cause: 'server', down: ['server'], message: 'The server is shutting down.' };
  }
  const probes = probesOf(options);
  const within = { signal, deadlineMs };
  const parts = (Object.keys(STATE_IN_WORDS) as StatePart[]).filter((part) => probes[part] !== undefined);
  const [info, isWritten, ...working] = await Promise.all([
    withinDeadline((given) => indexInfo(engine, given), within).catch(() => 'unreadable' as const),
    works(async () => checkWrites?.(), within),
    ...parts.map((part) => works(probes[part], within)),
  ]);
  const state = parts.filter((_, at) => working[at] !== true || !isWritten);
  if (info !== 'unreadable' && info !== undefined && state.length === 0) {
    const { generation, pages, chunks, publishedAt } = info;
    return { status: 'ready', generation, pages, chunks, published_at: publishedAt };
  }
  const index: readonly Part[] = info === 'unreadable' ? ['store'] : info === undefined ? ['index'] : [];
  const indexMessage = info === 'unreadable' ? 'The index cannot be read.' : 'No pages have been indexed yet.';
  const stateMessage = `The state cannot be reached: ${state.map((part) => STATE_IN_WORDS[part]).join(', ')}.`;
  return {
    status: 'unavailable',
    cause: index.length === 0 ? 'state' : state.length === 0 ? 'index' : 'both',
    down: [...index, ...state],
    message: [...(index.length === 0 ? [] : [indexMessage]), ...(state.length === 0 ? [] : [stateMessage])].join(' '),
  };
}

/** The page count is not enough: only a search reads what an answer needs. Without its embedder, a server still answers by words alone. */
async function indexInfo(engine: AppOptions['engine'], signal: AbortSignal): Promise<IndexInfo | undefined> {
  const info = await engine.info({ signal });
  if (info !== undefined) await engine.checkIndex({ signal });
  return info;
}

/** Reports which of the parts that a contract needs work now. */
export function healthHandler(options: AppOptions): (endpoint: HealthEndpoint, c: AppContext) => Promise<Response> {
  let embedderWorked = true;
  return async (endpoint, c) => {
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(ALL_PARTS_MS)]);
    const parts = new Map(await probeParts(options, endpoint, signal));
    // The embedder's probe uses data of the index. While the index is down, the last known state of the embedder is reported.
    if (parts.get('index') !== false) embedderWorked = parts.get('embedder') ?? embedderWorked;
    else if (parts.has('embedder')) parts.set('embedder', embedderWorked);
    return toResponse(endpoint.encode(parts, c.get('context')));
  };
}

/** Probes each part separately. A part that the server does not have counts as down. */
export async function probeParts(
  options: PartsOptions,
  { needs, reportsModel }: Pick<HealthEndpoint, 'needs' | 'reportsModel'>,
  signal: AbortSignal,
  deadlineMs: number = DEADLINE_MS,
): Promise<ReadonlyMap<HealthPart, boolean>> {
  const probes = probesOf(options);
  const parts: readonly HealthPart[] = reportsModel && probes.model !== undefined ? [...needs, 'model'] : needs;
  const results = parts.map(async (part) => [part, await works(probes[part], { signal, deadlineMs })] as const);
  return new Map(await Promise.all(results));
}

async function works(probe: Probe | undefined, within: Parameters<typeof withinDeadline>[1]): Promise<boolean> {
  if (probe === undefined) return false;
  return withinDeadline((signal) => probe({ signal }), within).then(
    (answer) => answer !== false,
    () => false,
  );
}

/**
 * Shares one probe among all callers, so that many callers cost no more than one. The result is reused for `keepMs`; rejections are not.
 * `now` is in milliseconds from any fixed point.
 */
export function sharedProbe<T>(options: {
  readonly ask: () => Promise<T>;
  readonly keepMs: number;
  readonly now: () => number;
}): () => Promise<T> {
  const { ask, keepMs, now } = options;
  let kept: { readonly answer: T; readonly until: number } | undefined;
  let asking: Promise<T> | undefined;
  return async () => {
    if (kept !== undefined && now() < kept.until) return kept.answer;
    asking ??= ask()
      .then((answer) => {
        kept = { answer, until: now() + keepMs };
        return answer;
      })
      .finally(() => (asking = undefined));
    return asking;
  };
}

/** Resolves to the result of `work`; rejects if the deadline passes or the caller leaves, even if the work ignores its signal. */
async function withinDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<T> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  either.throwIfAborted();
  return untilAborted(work(either), either);
}
