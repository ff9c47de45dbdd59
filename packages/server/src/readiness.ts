import type { IndexInfo } from '@ibid/core/types';
import type { AppOptions } from './app-options.ts';
import { withinDeadline } from './within-deadline.ts';

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
      /** What the parts have in common: `both` = index and state. */
      readonly cause: 'server' | 'index' | 'state' | 'both';
      /** Parts that do not work (R28). */
      readonly down: readonly Part[];
      readonly message: string;
    };

/** `store`: the index cannot be read; `index`: there are no pages in it. The others are the state. */
type Part = 'server' | 'store' | 'index' | StatePart;
type StatePart = 'sessions' | 'feedback' | 'jobs' | 'ledger';

type Parts = Pick<
  AppOptions,
  'conversations' | 'feedback' | 'ingest' | 'agent' | 'checkWrites' | 'shutdown' | 'draining'
>;
type Options = Pick<AppOptions, 'engine'> & { readonly [Name in keyof Parts]: Parts[Name] | undefined };

/** Well under the two seconds after which orchestrators that were told so give up: a part that hangs is named in time. */
const DEADLINE_MS = 1_500;

const SAID: Readonly<Record<StatePart, string>> = {
  sessions: 'conversations',
  feedback: 'verdicts',
  jobs: 'jobs',
  ledger: 'costs',
};

/**
 * Asks every part that the server was made with, at once. Where the state can be asked to take a write, that it cannot is told of all its
 * parts, for they are kept together.
 */
export async function readiness(
  options: Options,
  signal: AbortSignal,
  deadlineMs: number = DEADLINE_MS,
): Promise<Readiness> {
  if (options.shutdown?.aborted === true || options.draining?.aborted === true) {
    return { status: 'unavailable', cause: 'server', down: ['server'], message: 'The server is shutting down.' };
  }
  const asked = { signal, deadlineMs };
  const probes: Readonly<Record<StatePart, (call: { signal: AbortSignal }) => Promise<unknown> | undefined>> = {
    sessions: (call) => options.conversations?.count(call),
    feedback: (call) => options.feedback?.list?.({ limit: 1 }, call),
    jobs: () => options.ingest?.jobs.list(1),
    ledger: (call) => options.agent?.spentToday?.(call),
  };
  const has: Readonly<Record<StatePart, boolean>> = {
    sessions: options.conversations !== undefined,
    feedback: options.feedback !== undefined,
    jobs: options.ingest !== undefined,
    ledger: options.agent?.spentToday !== undefined,
  };
  const parts = Object.keys(probes) as StatePart[];
  const [info, isWritten, ...works] = await Promise.all([
    withinDeadline((given) => indexInfo(options.engine, given), asked).catch(() => 'unreadable' as const),
    withinDeadline(async () => options.checkWrites?.(), asked).then(
      () => true,
      () => false,
    ),
    ...parts.map((part) =>
      withinDeadline(async (given) => probes[part]({ signal: given }), asked).then(
        () => true,
        () => false,
      ),
    ),
  ]);
  const state = parts.filter((part, i) => works[i] !== true || (!isWritten && has[part]));
  if (info !== 'unreadable' && info !== undefined && state.length === 0) return ready(info);
  const index: readonly Part[] = info === 'unreadable' ? ['store'] : info === undefined ? ['index'] : [];
  return {
    status: 'unavailable',
    cause: index.length === 0 ? 'state' : state.length === 0 ? 'index' : 'both',
    down: [...index, ...state],
    message: [...indexMessage(info), ...stateMessage(state)].join(' '),
  };
}

function indexMessage(info: IndexInfo | undefined | 'unreadable'): readonly string[] {
  if (info === 'unreadable') return ['The index cannot be read.'];
  return info === undefined ? ['No pages have been indexed yet.'] : [];
}

function stateMessage(down: readonly StatePart[]): readonly string[] {
  if (down.length === 0) return [];
  return [`The state cannot be reached: ${down.map((part) => SAID[part]).join(', ')}.`];
}

function ready({ generation, pages, chunks, publishedAt }: IndexInfo): Readiness {
  return { status: 'ready', generation, pages, chunks, published_at: publishedAt };
}

/** Not the count alone: only a search reads what an answer needs. Without its embedder a server still answers, by words. */
async function indexInfo(engine: AppOptions['engine'], signal: AbortSignal): Promise<IndexInfo | undefined> {
  const info = await engine.info({ signal });
  if (info !== undefined) await engine.checkIndex({ signal });
  return info;
}
