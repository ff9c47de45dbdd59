/** The store's end of the connection to the worker. Reads and writes have separate queues, with one write at a time, so that a long build never delays a search. */
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { startFileThread } from '../../files/thread.ts';
import type * as builds from './build-verbs.ts';
import { dotModule, type WasmModule } from './dot-kernel.ts';
import type * as reads from './read-verbs.ts';
import type { Session } from './session.ts';

export interface WorkerClient {
  call<V extends Verb>(verb: V, args: Args<V>, options?: CallOptions): Promise<Result<V>>;
  /** Finishes running requests, rejects waiting ones, then ends the thread. */
  close(): Promise<void>;
}

/** Calls that change the file; they run in the order of arrival. */
const WRITES: ReadonlySet<Verb> = new Set<Verb>([
  'beginBuild',
  'putPage',
  'deletePages',
  'putVectors',
  'publish',
  'abandonBuild',
  'putCached',
]);
/** Maximum reads sent at once: enough to keep the thread busy. As many replies may arrive in one turn of the event loop. */
const READS_UNDER_WAY = 4;
/** Maximum waiting requests. Callers that do not wait for replies get an error before memory fills up. */
const LONGEST_QUEUE = 1024;

interface Line {
  readonly most: number;
  /** Functions that send a waiting request. */
  readonly waiting: (() => void)[];
  underWay: number;
}

/** Starts the thread and waits until the file is open. */
export async function startWorker(index: Omit<WorkerSetup, 'kernel'>): Promise<WorkerClient> {
  const { file } = index;
  const thread = await startFileThread(
    new URL('./worker.ts', import.meta.url),
    file,
    { verb: 'info', args: [] },
    {
      workerData: { ...index, kernel: dotModule() } satisfies WorkerSetup,
      name: 'ibid-index',
      // Rows live shortly; V8's default would let 100 MB of them pile up.
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    },
  );
  const reads: Line = { most: READS_UNDER_WAY, waiting: [], underWay: 0 };
  const writes: Line = { most: 1, waiting: [], underWay: 0 };
  const closed = new IbidError('CLOSED', `The index \`${file}\` is closed`);

  const send = (line: Line): void => {
    while (line.underWay < line.most && line.waiting.length > 0) {
      line.underWay++;
      line.waiting.shift()!();
    }
  };
  const call = <T>(verb: Verb, args: readonly unknown[], signal: AbortSignal | undefined): Promise<T> => {
    const line = WRITES.has(verb) ? writes : reads;
    if (line.waiting.length >= LONGEST_QUEUE) {
      const message = `${LONGEST_QUEUE} calls wait for the index \`${file}\`; try again later`;
      return Promise.reject(new IbidError('STORE_BUSY', message, { retryable: true }));
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        line.waiting.splice(line.waiting.indexOf(start), 1);
        reject(new IbidError('ABORTED', `\`${verb}\` was aborted`));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', onAbort);
        // The next request is sent first, because the code that waits for this one may take long.
        const reply = thread.call<T>({ verb, args }, signal).finally(() => {
          line.underWay--;
          send(line);
        });
        reply.then(resolve, reject);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      line.waiting.push(start);
      send(line);
    });
  };
  return {
    call: (verb, args, options) => call(verb, args, options?.signal),
    close: () => thread.close({ verb: 'close', args: [] }, closed),
  };
}

export interface WorkerSetup {
  readonly file: string;
  readonly readOnly: boolean;
  /** The compiled kernel, shared by all index threads of the process. */
  readonly kernel: WasmModule;
}

/** The functions that the thread runs for the store; the first argument of each is its `Session`. */
type Verbs = typeof reads & typeof builds & { close(session: Session): void };

export type Verb = keyof Verbs;
export type Args<V extends Verb> = Verbs[V] extends (session: Session, ...args: infer A) => unknown ? A : never;
export type Result<V extends Verb> = Awaited<ReturnType<Verbs[V]>>;

export interface Call {
  readonly id: number;
  readonly verb: Verb;
  readonly args: readonly unknown[];
}
