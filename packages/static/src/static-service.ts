/** Ibid's native API over a static index, without a server. Combines the engine, the store of static files, and the server's codecs. */
import { createEngine, extractiveAnswerer, IbidError } from '@ibid/core';
import type { Answerer, AnswerEvent, Brief, Engine, ErrorCode } from '@ibid/core/types';
import { readManifest, staticStore, type ReadFile, type StaticStore } from '@ibid/drivers/stores/static';
import { IN_BROWSER, MANIFEST, type StaticManifest } from '@ibid/drivers/stores/static/format';
import {
  cleanQuestion,
  createStreamEncoder,
  encodeFailure,
  encodeSearch,
  readQuestion,
  type FailureCode,
  type NativeQuestion,
  type StreamEncoder,
  type WireContext,
} from '@ibid/wire';

import type { AskDevice } from './choose-passages.ts';

/** Part of a reply: the first part has the status, the others the body. */
export type ReplyPart = { readonly status: number; readonly contentType: string } | { readonly text: string };

export interface StaticRequest {
  /** Path with its query, such as `/api/search?q=port`. */
  readonly path: string;
  /** Parsed JSON; `undefined` if there is no body. */
  readonly body: unknown;
}

export interface StaticService {
  /** Answers as the server does. Never throws: errors become a reply. */
  reply(request: StaticRequest, signal: AbortSignal): AsyncIterable<ReplyPart>;
}

/** Milliseconds after which the manifest is loaded again: the site may be published again while one of its pages is open. */
const CURRENT_MS = 60_000;
const MOST_PAGES = 20;

const CONTEXT: WireContext = {
  requestId: '',
  echo: {},
  notes: [],
  receivedAt: '',
  elapsedMs: () => 0,
  countTokens: () => 0,
  sessionId: '',
};

/** Valid first bytes of an index file: of gzip, or of JSON if the host has unpacked it. Some hosts return a page for a missing file. */
const BEGINS: ReadonlySet<number | undefined> = new Set([0x1f, 0x7b, 0x5b]);

/** The index that questions are answered from. */
interface Current {
  readonly manifest: StaticManifest;
  readonly store: StaticStore;
  readonly engine: Engine;
  readonly readAt: number;
}

/** `now`: a monotonic clock in milliseconds. `newId`: returns a UUID for a request. */
export function staticService(options: {
  readonly read: ReadFile;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called once for each index that questions are answered from. */
  readonly onIndex?: (manifest: StaticManifest) => void;
  /** Sends JSON to an address that the owner configured and returns the status of the reply. If absent, feedback is not accepted. */
  readonly post?: (address: string, body: unknown, signal: AbortSignal) => Promise<number>;
  /** Returns the model of the reader's device. Used only if the index enables it. */
  readonly askDevice?: () => AskDevice | undefined;
  /** Milliseconds that a question waits for that model. Default 8,000: an answer in the usual order is better than a late one. */
  readonly deviceMs?: number;
}): StaticService {
  const { now, newId } = options;
  let current: Current | undefined;
  let opening: Promise<Current> | undefined;
  let hasLost = false;

  /** A missing file means that the site was published again; the new manifest then has the current file names. */
  const read: ReadFile = async (name) => {
    try {
      const bytes = await options.read(name);
      if (name !== MANIFEST && !BEGINS.has(bytes[0]))
        throw new IbidError('INDEX_DAMAGED', `\`${name}\` is another file.`);
      return bytes;
    } catch (error) {
      hasLost ||= name !== MANIFEST;
      throw error;
    }
  };

  /** Returns the index to answer from. Requests that arrive while it is being opened share it. */
  async function indexNow(): Promise<Current> {
    if (current !== undefined && !hasLost && now() - current.readAt < CURRENT_MS) return current;
    opening ??= openIndex().finally(() => (opening = undefined));
    return opening;
  }

  /** Each published index has its own engine, so that no answer mixes two of them. */
  async function openIndex(): Promise<Current> {
    const manifest = await readManifest(read).catch((error: unknown) => {
      // Offline: continue with the index that is loaded.
      if (current === undefined) throw error;
      return current.manifest;
    });
    hasLost = false;
    const known = current?.manifest;
    const isSame = known?.head === manifest.head && known.deviceModel === manifest.deviceModel;
    current = { ...(isSame ? current! : engineOver(manifest)), manifest, readAt: now() };
    if (!isSame) options.onIndex?.(manifest);
    return current;
  }

  function engineOver(manifest: StaticManifest): Pick<Current, 'store' | 'engine'> {
    const store = staticStore(manifest, read);
    const answerer = answererWith(manifest.deviceModel === true ? options.askDevice?.() : undefined, options.deviceMs);
    return { store, engine: createEngine({ store, embedder: undefined, answerer, newId }) };
  }

  /** Yields the events of a run. If the run fails because a file is gone, it starts again with the current index. */
  async function* run(question: Parameters<Engine['ask']>[0], signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    for (let attempt = 0; ; attempt += 1) {
      const { engine } = await indexNow();
      const first: AnswerEvent[] = [];
      let isLost = false;
      for await (const event of engine.ask(question, { signal })) {
        isLost = event.type === 'run-error' && hasLost && attempt === 0 && first.length < 2;
        if (isLost) break;
        if (first.push(event) === 2) yield* first;
        else if (first.length > 2 || event.type === 'run-error') yield event;
      }
      if (!isLost) return;
    }
  }

  async function* ask(body: unknown, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    const decoded = readQuestion(cleanQuestion((body ?? {}) as NativeQuestion));
    if (decoded.kind !== 'ok') {
      return yield* failed('INVALID_REQUEST', decoded.issues.map(({ message }) => message).join('; '));
    }
    const encoderFor = (requestId: string): StreamEncoder =>
      createStreamEncoder({ ...CONTEXT, notes: decoded.notes, requestId });
    let encoder = encoderFor('');
    yield { status: 200, contentType: 'text/event-stream' };
    try {
      const { manifest } = await indexNow();
      // An answer gets an id only if feedback on it is accepted.
      if (manifest.feedback !== undefined) encoder = encoderFor(newId());
      for await (const event of run(decoded.value.question, signal))
        for (const text of encoder.encode(event)) yield { text };
    } catch (error) {
      for (const text of encoder.encode({ type: 'run-error', code: codeOf(error), message: '' })) yield { text };
    }
  }

  async function* search(query: URLSearchParams, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    const text = query.get('q') ?? '';
    if (text.trim() === '') return yield* failed('INVALID_REQUEST', '`q` is required');
    const limit = Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(query.get('limit') ?? 8)) || 8));
    const facets = ['locale', 'version'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : []));
    const { engine } = await indexNow();
    const found = await engine.lookUp({ text, where: Object.fromEntries(facets), limit }, { signal });
    yield* json(200, encodeSearch(found, CONTEXT));
  }

  /** Forwards a reader's feedback unchanged to the address that the owner configured. The page keeps it if the browser is to do so. */
  async function* rate(body: unknown, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    const to = (await indexNow()).manifest.feedback;
    if (to === undefined || to === IN_BROWSER || options.post === undefined) return yield* failed('NOT_FOUND');
    const status = await options.post(to, body, signal);
    yield* json(status < 300 ? 200 : status, {});
  }

  /**
   * Loads the files that every question needs, and those that the question in the body needs, so that its answer comes sooner. Reports what
   * the owner wants the page to do.
   */
  async function* ready(body: unknown, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    const { store, manifest } = await indexNow();
    await store.prepare();
    const decoded = body === undefined ? undefined : readQuestion(cleanQuestion(body as NativeQuestion));
    if (decoded?.kind === 'ok')
      // Later events need no further files, and may ask the model of the reader's device.
      for await (const { type } of run(decoded.value.question, signal)) if (type === 'retrieval-end') break;
    yield* json(200, { offline: manifest.offline === true, keepsFeedback: manifest.feedback === IN_BROWSER });
  }

  return {
    reply({ path, body }, signal) {
      const { pathname, searchParams } = new URL(path, 'http://static.invalid');
      if (pathname === '/api/ask/stream') return ask(body, signal);
      if (pathname === '/api/feedback') return orFailure(rate(body, signal));
      if (pathname === '/ready') return orFailure(ready(body, signal));
      if (pathname === '/api/search') return orFailure(search(searchParams, signal));
      return orFailure(failed('NOT_FOUND'));
    },
  };
}

/** After this many late replies in a row the model is not asked any more. */
const MOST_LATE = 2;

/** Quotes the pages, with the passages first that the reader's model chooses. If it is late or fails, nothing changes. */
function answererWith(askDevice: AskDevice | undefined, deviceMs = 8_000): Answerer {
  const quoting = extractiveAnswerer();
  if (askDevice === undefined) return quoting;
  let late = 0;
  return {
    id: quoting.id,
    async *draft(brief, options = {}) {
      const deadline = AbortSignal.timeout(deviceMs);
      // Registered first, so that what the deadline aborts below loses the race.
      const over = new Promise<undefined>((resolve) => deadline.addEventListener('abort', () => resolve(undefined)));
      const { passages: found } = brief;
      // Few readers have a model, so only they load what asks it.
      const choose = async (): Promise<Brief['passages']> =>
        (await import('./choose-passages.ts')).choosePassages(brief, askDevice, [deadline, options.signal]);
      const passages = late < MOST_LATE ? await Promise.race([over, choose()]).catch(() => found) : undefined;
      late = passages === undefined ? late + 1 : 0;
      yield* quoting.draft({ ...brief, passages: passages ?? found }, options);
    },
  };
}

/** Turns an error into a reply. */
async function* orFailure(parts: AsyncIterable<ReplyPart> | Iterable<ReplyPart>): AsyncGenerator<ReplyPart> {
  try {
    yield* parts;
  } catch (error) {
    yield* failed(codeOf(error));
  }
}

function codeOf(error: unknown): ErrorCode {
  return IbidError.is(error) ? error.code : 'UPSTREAM_FAILED';
}

function* failed(code: FailureCode, message = ''): Generator<ReplyPart> {
  const { status, body } = encodeFailure({ code, message }, CONTEXT);
  yield* json(status, body);
}

function* json(status: number, body: unknown): Generator<ReplyPart> {
  yield { status, contentType: 'application/json' };
  yield { text: JSON.stringify(body) };
}
