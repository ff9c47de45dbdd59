/** Checks the parts of the server, for balancers (`/ready`) and the contracts. Each part does a little of its real work. */
import type { IndexInfo } from '@ibid/core/types';
import type { HealthEndpoint, HealthPart } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { openCall, toResponse, type Call } from './call.ts';
import { untilAborted } from './run.ts';

/** Well under the two seconds after which orchestrators that were told so give up: a part that hangs is told as one that does not work. */
const DEADLINE_MS = 1_500;
/** Of all parts of a contract together. */
const ALL_PARTS_MS = 5_000;

export type Readiness =
  | {
      readonly status: 'ready';
      readonly generation: number;
      readonly pages: number;
      readonly chunks: number;
      readonly published_at: string;
    }
  | {
      readonly status: 'unavailable';
      /** Kind of the parts that fail: `both` = index and state. */
      readonly cause: 'server' | 'index' | 'state' | 'both';
      /** Parts that do not work. */
      readonly down: readonly Part[];
      readonly message: string;
    };

/** `store`: the index cannot be read; `index`: there are no pages in it. The others are the state. */
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

/** Checks of the parts; a part whose check gives `false` does not work. `undefined` for a part that the server does not have. */
function probesOf(options: PartsOptions): Readonly<Record<StatePart | HealthPart, Probe | undefined>> {
  const { engine, conversations, feedback, ingest, agent } = options;
  return {
    index: (call) => engine.checkIndex(call),
    embedder: (call) => engine.embedderWorks(call),
    sessions: conversations && ((call) => conversations.count(call)),
    feedback: feedback && (async (call) => feedback.list?.({ limit: 1 }, call)),
    jobs: ingest && (() => ingest.jobs.list(1)),
    ledger: agent?.spentToday && (async (call) => agent.spentToday?.(call)),
    // Asking a model costs money, so it is known by how its last calls ended.
    model: agent?.isReachable && (async () => agent.isReachable?.()),
  };
}

/**
 * Asks every part that the server was made with, at once. Where the state can be asked to take a write, that it cannot is told of all its
 * parts, for they are kept together.
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

/** Not the count alone: only a search reads what an answer needs. Without its embedder a server still answers, by words. */
async function indexInfo(engine: AppOptions['engine'], signal: AbortSignal): Promise<IndexInfo | undefined> {
  const info = await engine.info({ signal });
  if (info !== undefined) await engine.checkIndex({ signal });
  return info;
}

/** Says which of the parts that a contract needs work at this moment. */
export function healthHandler(options: AppOptions): (endpoint: HealthEndpoint, call: Call) => Promise<Response> {
  let embedderWorked = true;
  return async (endpoint, call) => {
    const { context } = openCall(options, endpoint, call);
    const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(ALL_PARTS_MS)]);
    const parts = new Map(await probeParts(options, endpoint, signal));
    // An embedder is asked with what the index holds of it: while that is away, nothing new is known of the embedder.
    if (parts.get('index') !== false) embedderWorked = parts.get('embedder') ?? embedderWorked;
    else if (parts.has('embedder')) parts.set('embedder', embedderWorked);
    return toResponse(endpoint.encodeHealth(parts, context));
  };
}

/** Asks each part by itself; a part that the server was made without does not work. */
export async function probeParts(
  options: PartsOptions,
  { needs, mentions }: Pick<HealthEndpoint, 'needs' | 'mentions'>,
  signal: AbortSignal,
  deadlineMs: number = DEADLINE_MS,
): Promise<ReadonlyMap<HealthPart, boolean>> {
  const probes = probesOf(options);
  const told = [...needs, ...mentions.filter((part) => part === 'model' && probes.model !== undefined)];
  const results = told.map(async (part) => [part, await works(probes[part], { signal, deadlineMs })] as const);
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
 * One answer for all who ask at once, so that however many ask they take no more than one of them needs. It is given again for
 * `keepMs`, a rejection never; `now` in milliseconds from any fixed point.
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

/** Returns the result of `work`, or rejects when the deadline passes or the caller leaves. Does not wait for work that ignores its signal. */
async function withinDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<T> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  either.throwIfAborted();
  return untilAborted(work(either), either);
}
