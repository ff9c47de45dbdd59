import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent } from 'undici';
import type { CheckedOptions } from './check-options.ts';
import { classifyFailure, type FailureContext } from './classify-failure.ts';
import { notingReply, type NotedReply } from './noted-reply.ts';
import { repeatWhileUseful } from './repeat-while-useful.ts';

/** A call of the vendor's client: parameters of path, query and body together. Its types know neither readonly values nor plain floats. */
type VendorCall = (
  parameters: Readonly<Record<string, unknown>>,
  init: RequestInit,
) => Promise<{ readonly data: unknown }>;

type Operation =
  | 'root'
  | 'getCollections'
  | 'getCollection'
  | 'createCollection'
  | 'deleteCollection'
  | 'updateAliases'
  | 'getCollectionsAliases'
  | 'createFieldIndex'
  | 'upsertPoints'
  | 'setPayload'
  | 'deletePayload'
  | 'deletePoints'
  | 'getPoints'
  | 'scrollPoints'
  | 'countPoints'
  | 'queryBatchPoints';

interface Library {
  readonly calls: { readonly [Name in Operation]: VendorCall };
  readonly agent: Agent;
}

export interface Request<T> {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Reads are given up sooner. */
  readonly kind: 'read' | 'write';
  /** Takes what is needed from the body of a good reply, or throws `UPSTREAM_FAILED`. */
  readonly take: (body: unknown) => T;
}

export interface Connection {
  /** Host and port, for messages. */
  readonly place: string;
  send<T>(request: Request<T>, options: CallOptions | undefined): Promise<T>;
  close(): Promise<void>;
}

/** Connections at a time; further requests wait for one. */
const MOST_SOCKETS = 16;
const READ_PATIENCE = 3_000;
/** More than a page of points with their vectors and texts ever has. */
const LARGEST_REPLY = 256 * 1024 * 1024;

/** Nothing is loaded or connected before the first request. */
export function connection(options: CheckedOptions): Connection {
  const { origin, port, timeoutMs, retryMs } = options;
  const place = `${new URL(origin).hostname}:${port}`;
  const closing = new AbortController();
  let library: Promise<Library> | undefined;

  async function attempt<T>(request: Request<T>, left: number, signal: AbortSignal | undefined): Promise<T> {
    const { calls, agent } = await (library ??= load(options));
    const noted: NotedReply = {};
    const limit = new AbortController();
    let cut: FailureContext['cut'];
    const stop = (why: FailureContext['cut']) => (): void => {
      cut ??= why;
      limit.abort();
    };
    const [byCaller, byClosing, byDeadline] = [stop('caller'), stop('closed'), stop('deadline')];
    const timer = setTimeout(byDeadline, Math.min(timeoutMs, left));
    signal?.addEventListener('abort', byCaller, { once: true });
    closing.signal.addEventListener('abort', byClosing, { once: true });
    if (closing.signal.aborted) byClosing();
    if (signal?.aborted === true) byCaller();
    try {
      const init = { signal: limit.signal, dispatcher: notingReply(agent, noted), redirect: 'manual' } as const;
      const reply = await calls[request.operation](request.parameters, init as unknown as RequestInit);
      return request.take(reply.data);
    } catch (error) {
      throw classifyFailure(error, { place, noted, ...(cut === undefined ? {} : { cut }) });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', byCaller);
      closing.signal.removeEventListener('abort', byClosing);
    }
  }

  return {
    place,
    async send(request, { signal } = {}) {
      if (closing.signal.aborted) throw new IbidError('CLOSED', 'The index in Qdrant is closed.');
      const total = request.kind === 'read' ? Math.min(READ_PATIENCE, retryMs) : retryMs;
      const sleep = (milliseconds: number): Promise<void> => restUntil(milliseconds, [signal, closing.signal]);
      const patience = { total, now: () => performance.now(), sleep, random: Math.random };
      return repeatWhileUseful((left) => attempt(request, left, signal), patience);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      const loaded = await library?.catch(() => undefined);
      await loaded?.agent.destroy();
    },
  };
}

/** Returns early when one of the signals aborts. */
async function restUntil(milliseconds: number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}

async function load({ origin, port, prefix, apiKey, timeoutMs }: CheckedOptions): Promise<Library> {
  const [{ QdrantClient }, undici] = await Promise.all([import('@qdrant/js-client-rest'), import('undici')]);
  const client = new QdrantClient({
    url: origin,
    port,
    ...(prefix === '' ? {} : { prefix }),
    // Given as `apiKey`, it would be warned about on the console.
    headers: apiKey === undefined ? {} : { 'api-key': apiKey },
    checkCompatibility: false,
    // Its own limit would replace the signal of each request; limits are kept here.
    timeout: Number.POSITIVE_INFINITY,
  });
  const agent = new undici.Agent({
    connections: MOST_SOCKETS,
    connect: { timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LARGEST_REPLY,
  });
  return { calls: client.api() as unknown as Library['calls'], agent };
}
