/** Endpoints with one JSON reply: what each does once its request is decoded. */
import { IbidError } from '@ibid/core';
import type { CallEndpoint, CallKind, Calls, FailureCode, WireFailure, WireRequest } from '@ibid/wire';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppOptions } from '../app-options.ts';
import { decodeCall, failed, failedWith, overLimit, toResponse, type AppContext, type Caller } from '../call.ts';
import type { Metrics } from '../metrics.ts';
import { runSignal } from '../run.ts';

interface Work<K extends CallKind> {
  /** Returns what the reply is encoded from. May throw a `Refusal`. */
  readonly run: (request: Calls[K][1], signal: AbortSignal, c: AppContext) => Promise<Calls[K][2]>;
  /** Default: that of answers. */
  readonly deadlineMs?: number;
  readonly stage?: WireFailure['stage'];
}

/** A text instead of work says why the server does not offer it. */
type Works = { readonly [K in CallKind]: Work<K> | string };

/** An expected outcome that is a failure for the client. */
class Refusal extends Error {
  readonly failure: WireFailure;
  constructor(code: FailureCode, details: Partial<WireFailure> = {}) {
    super(code);
    this.failure = { code, message: '', ...details };
  }
}

/** By then, the user of a search box has typed something else anyway. */
const SEARCH_DEADLINE_MS = 10_000;
/** Codes of the feedback store reported to the client as they are. Only the owner can act on the others. */
const REPORTED: readonly FailureCode[] = ['INVALID_REQUEST', 'STORE_BUSY', 'ABORTED', 'CLOSED'];

/** `answered` has the ids of requests that this server has recently answered. */
function worksOf(options: AppOptions, metrics: Metrics, answered: ReadonlySet<string>): Works {
  const { engine, conversations, feedback, ingest } = options;
  const noConversations = 'This server keeps no conversations.';
  const noSource = 'This server was started without a source to index.';
  return {
    retrieve: {
      stage: 'retrieval',
      async run(request, signal, c) {
        const notes = c.get('notes');
        const { question, tokens } = request;
        notes.question = question.text;
        const found = await engine.find(question, { signal, ...(tokens === undefined ? {} : { tokens }) });
        notes.outcome = found.retrieval.status;
        notes.retrievalMilliseconds = options.now() - c.get('startedAt');
        metrics.stage('retrieval', notes.retrievalMilliseconds);
        return { request, ...found };
      },
    },
    search: {
      deadlineMs: SEARCH_DEADLINE_MS,
      run: (request, signal) => engine.lookUp(request, { signal }),
    },
    // Kept with the live generation, and without anything about the reader.
    feedback: ifThere(feedback, 'This server keeps no feedback.', (store) => ({
      async run(given, signal, c) {
        // Feedback is stored even if the index cannot be read.
        const info = await engine.info({ signal }).catch(() => undefined);
        await store.keep({ ...given, generation: info?.generation ?? 0 }, { signal }).catch((error: unknown) => {
          c.get('notes').cause = error;
          throw new Refusal(IbidError.is(error) && REPORTED.includes(error.code) ? error.code : 'UPSTREAM_FAILED');
        });
        const isKnown = answered.has(given.requestId);
        metrics.feedback(given.verdict, isKnown);
        return { requestId: given.requestId, isKnown };
      },
    })),
    // Knowing the id of a conversation is enough to read and to delete it: it has 122 random bits.
    session: ifThere(conversations, noConversations, (store) => ({
      run: async ({ sessionId }, signal) => orRefused(await store.read(sessionId, { signal }), 'SESSION_NOT_FOUND'),
    })),
    // Without a deadline: it waits for its turn, behind answers that may each take as long as one.
    'session-end': ifThere(conversations, noConversations, (store) => ({
      async run({ sessionId }, _, { req }) {
        const isEnded = await store.end(sessionId, { signal: req.raw.signal });
        return orRefused(isEnded ? sessionId : undefined, 'SESSION_NOT_FOUND');
      },
    })),
    'job-start': ifThere(ingest, noSource, ({ jobs, source: configured }) => ({
      async run({ job: wanted, source }) {
        if (source !== undefined && source !== configured) {
          const message = '`source` is not the one that the owner of this server has configured; leave it out.';
          throw new Refusal('INVALID_REQUEST', { message, issues: [{ path: 'source', message }] });
        }
        const { kind, job } = await jobs.start(wanted);
        if (kind === 'started') return job;
        const message = `The job \`${job.id}\` is ${job.state}; wait for its end, or cancel it.`;
        throw new Refusal('JOB_RUNNING', { message });
      },
    })),
    job: ifThere(ingest, noSource, ({ jobs }) => ({
      run: async ({ jobId }) => orRefused(await jobs.get(jobId), 'JOB_NOT_FOUND'),
    })),
    'job-cancel': ifThere(ingest, noSource, ({ jobs }) => ({
      run: async ({ jobId }) => orRefused(await jobs.cancel(jobId), 'JOB_NOT_FOUND'),
    })),
  };
}

/** Returns the work that needs an optional part of the server; without the part, the reason why the server does not offer it. */
function ifThere<P, K extends CallKind>(
  part: P | undefined,
  reason: string,
  work: (part: P) => Work<K>,
): Work<K> | string {
  return part === undefined ? reason : work(part);
}

function orRefused<T>(found: T | undefined, code: FailureCode): T {
  if (found === undefined) throw new Refusal(code);
  return found;
}

/** Handles every endpoint with one JSON reply. */
export function callHandler(
  options: AppOptions,
  metrics: Metrics,
  answered: ReadonlySet<string>,
): <K extends CallKind>(endpoint: CallEndpoint<K>, c: AppContext, caller: Caller) => Promise<Response> {
  const works = worksOf(options, metrics, answered);
  const { shutdown, deadlineMs = 90_000 } = options;
  return async (endpoint, c, { admit }) => {
    const isForOwner = endpoint.description.owner === true;
    if (shutdown?.aborted === true) return failed(c, { code: 'CLOSED', message: '' });
    const refusal = isForOwner ? ownerRefusal(options, c, admit) : undefined;
    if (refusal !== undefined) return failed(c, refusal);
    const work = works[endpoint.kind];
    if (typeof work === 'string') return failed(c, { code: 'UNSUPPORTED', message: work });
    const decode = (wire: WireRequest): ReturnType<typeof endpoint.decode> => endpoint.decode(wire);
    const decoded = await decodeCall(options, c, endpoint, decode, isForOwner ? undefined : admit);
    if (decoded.kind === 'failed') return decoded.response;
    const { value, context } = decoded;
    using run = runSignal({
      client: c.req.raw.signal,
      shutdown,
      deadlineMs: Math.min(deadlineMs, work.deadlineMs ?? Infinity),
    });
    try {
      return toResponse(endpoint.encode(await work.run(value, run.signal, c), context));
    } catch (error) {
      if (error instanceof Refusal) return failed(c, error.failure, context);
      return failedWith(c, run.signal.aborted ? run.signal.reason : error, context, work.stage);
    }
  };
}

/** Returns the failure of a call without the owner's token. Wrong tokens count against a limit of their own. */
function ownerRefusal({ ownerToken }: AppOptions, c: AppContext, admit: Caller['admit']): WireFailure | undefined {
  const authorization = c.req.header('authorization');
  if (ownerToken === undefined) {
    const message = 'Indexing over HTTP is off: the owner of this server has set no token.';
    return { code: 'TOKEN_REFUSED', message };
  }
  if (authorization === undefined) return { code: 'TOKEN_MISSING', message: '' };
  if (isOwner(authorization, ownerToken)) return undefined;
  return overLimit(admit?.()) ?? { code: 'TOKEN_REFUSED', message: '' };
}

/** Returns true if an `Authorization` header has the owner's token. Compares in constant time. */
export function isOwner(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/iu.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token)) && given !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
