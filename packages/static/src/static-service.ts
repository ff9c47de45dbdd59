/** Ibid's native API over a static index, without a server: the engine, the store of files, and the codecs that the server has. */
import { createEngine, extractiveAnswerer, IbidError } from '@ibid/core';
import type { Answerer, AnswerEvent, Engine } from '@ibid/core/types';
import { readManifest, staticStore, type ReadFile } from '@ibid/drivers/stores/static';
import { MANIFEST, type StaticManifest } from '@ibid/drivers/stores/static/format';
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

import type { AskDevice } from './device-answerer.ts';

/** The first part of a reply says its status, the others are its body. */
export type ReplyPart = { readonly status: number; readonly contentType: string } | { readonly text: string };

export interface StaticRequest {
  /** With its query, such as `/api/search?q=port`. */
  readonly path: string;
  /** Parsed JSON; `undefined` without one. */
  readonly body: unknown;
}

export interface StaticService {
  /** Answers as the server does. Never throws: trouble is a reply. */
  reply(request: StaticRequest, signal: AbortSignal): AsyncIterable<ReplyPart>;
}

/** Milliseconds after which the manifest is loaded again: the site may be published again while a page of it is open. */
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

/** First bytes of a file of the index: of gzip, and of JSON where the host has unpacked it. Some hosts answer with a page for what is not there. */
const BEGINS: ReadonlySet<number | undefined> = new Set([0x1f, 0x7b, 0x5b]);

/** `now`: milliseconds, never falling. `newId`: of requests, a UUID. */
export function staticService(options: {
  readonly read: ReadFile;
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of each index that questions are answered from, once. */
  readonly onIndex?: (manifest: StaticManifest) => void;
  /** Sends JSON to an address that the owner has named; gives the status of the reply. Without it nobody takes what readers think. */
  readonly post?: (address: string, body: unknown, signal: AbortSignal) => Promise<number>;
  /** The model of the reader's device; asked only if the index wants that. */
  readonly askDevice?: () => AskDevice | undefined;
}): StaticService {
  const { now, newId } = options;
  let current: { readonly manifest: StaticManifest; readonly engine: Engine; readonly readAt: number } | undefined;
  let hasLost = false;

  /** A missing file means that the site was published again; the manifest then has its new name. */
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

  /** Each publish has an engine of its own, so that no answer mixes two of them. */
  async function engineNow(): Promise<Engine> {
    if (current !== undefined && !hasLost && now() - current.readAt < CURRENT_MS) return current.engine;
    const manifest = await readManifest(read).catch((error: unknown) => {
      // Offline: what is there goes on answering.
      if (current === undefined) throw error;
      return current.manifest;
    });
    hasLost = false;
    const askDevice = manifest.deviceModel === true ? options.askDevice?.() : undefined;
    const isSame = current !== undefined && current.manifest.head === manifest.head;
    const engine = isSame
      ? current!.engine
      : createEngine({
          store: staticStore(manifest, read),
          embedder: undefined,
          answerer: await answererWith(askDevice),
          newId,
        });
    current = { manifest, engine, readAt: now() };
    if (!isSame) options.onIndex?.(manifest);
    return engine;
  }

  /** The events of a run; one that failed for a file that is gone begins again with the index that is there now. */
  async function* run(question: Parameters<Engine['ask']>[0], signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    for (let attempt = 0; ; attempt += 1) {
      const engine = await engineNow();
      const opening: AnswerEvent[] = [];
      let isLost = false;
      for await (const event of engine.ask(question, { signal })) {
        isLost = event.type === 'run-error' && hasLost && attempt === 0 && opening.length < 2;
        if (isLost) break;
        if (opening.push(event) === 2) yield* opening;
        else if (opening.length > 2 || event.type === 'run-error') yield event;
      }
      if (!isLost) return;
    }
  }

  async function* ask(body: unknown, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    const decoded = readQuestion(cleanQuestion((body ?? {}) as NativeQuestion));
    if (decoded.kind !== 'ok') {
      const issues = decoded.kind === 'unsupported' ? [] : decoded.issues;
      const message = issues.map(({ message: told }) => told).join('; ');
      yield* failed('INVALID_REQUEST', message);
      return;
    }
    const encoderFor = (requestId: string): StreamEncoder =>
      createStreamEncoder({ ...CONTEXT, notes: decoded.notes, requestId });
    let encoder = encoderFor('');
    yield { status: 200, contentType: encoder.contentType };
    try {
      await engineNow();
      // Answers have a name to rate them by where somebody takes what readers think of them.
      if (current?.manifest.feedback !== undefined) encoder = encoderFor(newId());
      for await (const event of run(decoded.value.question, signal))
        for (const text of encoder.encode(event)) yield { text };
    } catch (error) {
      const code = IbidError.is(error) ? error.code : 'UPSTREAM_FAILED';
      for (const text of encoder.encode({ type: 'run-error', code, message: '' })) yield { text };
    }
  }

  async function* search(query: URLSearchParams, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    const text = query.get('q') ?? '';
    if (text.trim() === '') {
      yield* failed('INVALID_REQUEST', '`q` is required');
      return;
    }
    const limit = Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(query.get('limit') ?? 8)) || 8));
    const facets = ['locale', 'version'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : []));
    try {
      const engine = await engineNow();
      const found = await engine.lookUp({ text, where: Object.fromEntries(facets), limit }, { signal });
      yield { status: 200, contentType: 'application/json' };
      yield { text: JSON.stringify(encodeSearch(found, CONTEXT)) };
    } catch (error) {
      yield* failed(IbidError.is(error) ? error.code : 'UPSTREAM_FAILED');
    }
  }

  /** Hands on what a reader thinks of an answer, as it came, to the address that the owner has named. */
  async function* rate(body: unknown, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    try {
      await engineNow();
      const to = current?.manifest.feedback;
      if (to === undefined || options.post === undefined) {
        yield* failed('NOT_FOUND');
        return;
      }
      yield { status: await options.post(to, body, signal), contentType: 'application/json' };
      yield { text: '{}' };
    } catch {
      yield* failed('UPSTREAM_FAILED');
    }
  }

  /** Loads what every question needs, so that the first one waits for less, and says whether the index is kept for answers without a network. */
  async function* ready(): AsyncGenerator<ReplyPart> {
    try {
      await (await engineNow()).checkIndex();
      yield { status: 200, contentType: 'application/json' };
      yield { text: JSON.stringify({ offline: current?.manifest.offline === true }) };
    } catch (error) {
      yield* failed(IbidError.is(error) ? error.code : 'UPSTREAM_FAILED');
    }
  }

  return {
    reply({ path, body }, signal) {
      const { pathname, searchParams } = new URL(path, 'http://static.invalid');
      if (pathname === '/api/ask/stream') return ask(body, signal);
      if (pathname === '/api/feedback') return rate(body, signal);
      if (pathname === '/ready') return ready();
      if (pathname === '/api/search') return search(searchParams, signal);
      return failed('NOT_FOUND');
    },
  };
}

async function answererWith(askDevice: AskDevice | undefined): Promise<Answerer> {
  const quoting = extractiveAnswerer();
  if (askDevice === undefined) return quoting;
  // Few readers have a model, so only they load what asks it.
  return import('./device-answerer.ts').then(
    ({ deviceAnswerer }) => deviceAnswerer(quoting, askDevice),
    () => quoting,
  );
}

async function* failed(code: FailureCode, message = ''): AsyncGenerator<ReplyPart> {
  const { status, body } = encodeFailure({ code, message }, CONTEXT);
  yield { status, contentType: 'application/json' };
  yield { text: JSON.stringify(body) };
}
