/** Endpoints with one JSON reply: what each does once its request is decoded. */
import { IbidError } from '@ibid/core';
import type { CallEndpoint, CallKind, Calls, FailureCode, WireFailure } from '@ibid/wire';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { AppOptions } from '../app-options.ts';
import { type AppContext, decodeCall, Refusal, refusalOf, runSignal, toResponse } from '../call.ts';
import type { Counted } from '../limits.ts';
import type { Metrics } from '../metrics.ts';

interface Work<K extends CallKind> {
  /** Returns what the reply is encoded from. */
  readonly run: (request: Calls[K][1], signal: AbortSignal, c: AppContext) => Promise<Calls[K][2]>;
  /** Default: that of answers. */
  readonly deadlineMs?: number;
  readonly stage?: WireFailure['stage'];
  /** Limit that the call counts against. Default: none. */
  readonly counted?: Counted;
}

/** A text instead of work says why the server does not offer it. */
type Works = { readonly [K in CallKind]: Work<K> | string };

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
      counted: 'questions',
      async run(request, signal, c) {
        const notes = c.get('notes');
        const { question, tokens } = request;
        notes.question = question.text;
        const found = await engine.find(question, { signal, ...(tokens === undefined ? {} : { tokens }) });
        notes.outcome = found.retrieval.status;
        notes.retrievalMilliseconds = c.get('context').elapsedMs();
        metrics.record('stage_seconds', { stage: 'retrieval' }, notes.retrievalMilliseconds / 1_000);
        return { request, ...found };
      },
    },
    search: {
      deadlineMs: SEARCH_DEADLINE_MS,
      run: (request, signal) => engine.lookUp(request, { signal }),
    },
    // Kept with the live generation, and without anything about the reader.
    feedback: ifThere(feedback, 'This server keeps no feedback.', (store) => ({
      counted: 'ratings',
      async run(given, signal) {
        // Feedback is stored even if the index cannot be read.
        const info = await engine.info({ signal }).catch(() => undefined);
        await store.keep({ ...given, generation: info?.generation ?? 0 }, { signal }).catch((error: unknown) => {
          const code = IbidError.is(error) && REPORTED.includes(error.code) ? error.code : 'UPSTREAM_FAILED';
          throw new Refusal(code, '', {}, error);
        });
        const isKnown = answered.has(given.requestId);
        metrics.record('feedback_total', { verdict: given.verdict, known: String(isKnown) });
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
          throw new Refusal('INVALID_REQUEST', message, { issues: [{ path: 'source', message }] });
        }
        const { kind, job } = await jobs.start(wanted);
        if (kind === 'started') return job;
        throw new Refusal('JOB_RUNNING', `The job \`${job.id}\` is ${job.state}; wait for its end, or cancel it.`);
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
): <K extends CallKind>(endpoint: CallEndpoint<K>, c: AppContext) => Promise<Response> {
  const works = worksOf(options, metrics, answered);
  const { shutdown, deadlineMs = 90_000 } = options;
  return async (endpoint, c) => {
    if (shutdown?.aborted === true) throw new Refusal('CLOSED');
    if (endpoint.description.owner === true) checkOwner(options, c);
    const work = works[endpoint.kind];
    if (typeof work === 'string') throw new Refusal('UNSUPPORTED', work);
    const value = await decodeCall(c, endpoint, work.counted);
    using run = runSignal({
      client: c.req.raw.signal,
      shutdown,
      deadlineMs: Math.min(deadlineMs, work.deadlineMs ?? Infinity),
    });
    try {
      return toResponse(endpoint.encode(await work.run(value, run.signal, c), c.get('context')));
    } catch (error) {
      const isExpected = error instanceof Refusal || !run.signal.aborted;
      throw refusalOf(isExpected ? error : run.signal.reason, work.stage);
    }
  };
}

/** Throws for a call without the owner's token. Wrong tokens count against a limit of their own. */
function checkOwner({ ownerToken }: AppOptions, c: AppContext): void {
  const authorization = c.req.header('authorization');
  if (ownerToken === undefined) {
    throw new Refusal('TOKEN_REFUSED', 'Indexing over HTTP is off: the owner of this server has set no token.');
  }
  if (authorization === undefined) throw new Refusal('TOKEN_MISSING');
  if (isOwner(authorization, ownerToken)) return;
  c.get('admit')('requests');
  throw new Refusal('TOKEN_REFUSED');
}

/** Returns true if an `Authorization` header has the owner's token. Compares in constant time. */
export function isOwner(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/iu.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token)) && given !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
