import type { AskRequest } from '@ibid/client';
import type { askDevice } from './device-model.ts';

/** Prefix of an API address that names a folder with a static index; a worker of this page then answers. */
const STATIC = 'static:';
const WORKER = 'ibid-worker.js';
const MANIFEST = 'index.json';
/** Timeout for loading a file. */
const FILE_MS = 30_000;

/** Set by `ibid serve --site` in the pages it serves: their origin has the API. */
const API_HERE = 'head > meta[name=ibid-api][content=here]';

/** Messages of the worker for request `id`: first the status, then the body, then the end. */
interface FromWorker {
  readonly id: number;
  /** Number of a prompt for the browser's model instead. */
  readonly prompt?: number;
  readonly abort?: true;
  readonly status?: number;
  readonly contentType?: string;
  readonly text?: string;
  readonly end?: true;
}

/** Returns a function like `fetch` for requests to `api`: over the network, or answered from a static index unless a server serves the page. */
export function fetchOf(api: string): typeof fetch {
  if (!api.startsWith(STATIC)) return (...given) => fetch(...given);
  if (isServed()) return (input, init) => fetch(String(input).slice(api.length), init);
  const folder = new URL(`${api.slice(STATIC.length)}/`, document.baseURI).href;
  return (input, init) => {
    const path = String(input).slice(api.length);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    return workerIn(folder)({ path, body }, init?.signal ?? undefined);
  };
}

/** Owner's options of a static index. */
export interface StaticOptions {
  /** True if it also answers offline. */
  readonly offline?: boolean;
  /** True if this browser keeps feedback, because nobody receives it. */
  readonly keepsFeedback?: boolean;
}

/**
 * Loads data that every question to a static index needs, and what `request` needs, so that the answer comes sooner. Resolves to nothing if
 * the data is not there, and for a server.
 */
export async function prepare(api: string, request?: () => AskRequest): Promise<StaticOptions> {
  if (!api.startsWith(STATIC) || isServed()) return {};
  const ready = fetchOf(api)(`${api}/ready`, { body: JSON.stringify(request?.()) }).then((response) => response.json());
  return (await ready.catch(() => ({}))) as StaticOptions;
}

/** Loads what the first question needs before there is a worker, so that the browser has it then. */
export function loadEarly(folder: string): void {
  if (isServed()) return;
  for (const loading of [fetch(folder + WORKER), manifestOf(folder)]) loading.catch(() => undefined);
}

/** True if `ibid serve --site` serves this page. */
export function isServed(): boolean {
  return document.querySelector(API_HERE) !== null;
}

/** A request to the worker of a folder. */
type Ask = (
  request: { readonly path: string; readonly body: unknown },
  signal: AbortSignal | undefined,
) => Promise<Response>;

const workers = new Map<string, Ask>();

/** Returns the page's worker for a folder, started with the first request. After a failure the next request starts a new one. */
function workerIn(folder: string): Ask {
  const known = workers.get(folder);
  if (known !== undefined) return known;
  const worker = new Worker(new URL(WORKER, folder), { type: 'module' });
  const open = new Map<number, (part: FromWorker | undefined) => void>();
  let last = 0;
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  const send = (message: object): void => worker.postMessage(message);
  // Loaded while the worker starts, which saves a round trip before the first answer.
  const handed = manifestOf(folder).then(
    (given) => send(given),
    // Offline the worker knows where else to look.
    () => undefined,
  );
  const prompts = new Map<number, AbortController>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.prompt === undefined) open.get(data.id)?.(data);
    else if (data.abort) prompts.get(data.prompt)?.abort();
    else void prompt(data.prompt, data as unknown as Parameters<typeof askDevice>[0]);
  });
  async function prompt(number: number, request: Parameters<typeof askDevice>[0]): Promise<void> {
    const ending = new AbortController();
    prompts.set(number, ending);
    const text = await import('./device-model.ts')
      .then((device) => device.askDevice(request, ending.signal))
      .catch(() => undefined);
    prompts.delete(number);
    send({ prompt: number, text: typeof text === 'string' ? text : undefined });
  }
  worker.addEventListener('error', () => {
    workers.delete(folder);
    worker.terminate();
    for (const take of open.values()) take(undefined);
  });
  const ask: Ask = (request, signal) => {
    const id = (last += 1);
    const utf8 = new TextEncoder();
    return new Promise((resolve, reject) => {
      let body: ReadableStreamDefaultController<Uint8Array> | undefined;
      const stop = (reason: unknown): void => {
        open.delete(id);
        reject(reason as Error);
        try {
          body?.error(reason);
        } catch {
          // Already closed.
        }
      };
      signal?.addEventListener('abort', () => {
        if (!open.has(id)) return;
        send({ id, abort: true });
        stop(signal.reason);
      });
      open.set(id, (part) => {
        if (part === undefined) return stop(new TypeError(`The worker in ${folder} has failed.`));
        if (part.status !== undefined) {
          const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
          const headers = { 'Content-Type': part.contentType ?? '' };
          resolve(new Response(stream, { status: part.status, headers }));
        }
        if (part.text !== undefined) body?.enqueue(utf8.encode(part.text));
        if (part.end !== undefined) {
          open.delete(id);
          body?.close();
        }
      });
      if (signal?.aborted) stop(signal.reason);
      else void handed.then(() => open.has(id) && send({ id, ...request }));
    });
  };
  workers.set(folder, ask);
  return ask;
}

/**
 * Returns the text of the manifest, and true if its owner wants a model and the browser may have one. Starts loading the files that every
 * question needs, so that the browser has them when the worker asks.
 */
async function manifestOf(folder: string): Promise<{ readonly manifest: string; readonly hasModel: boolean }> {
  const signal = AbortSignal.timeout(FILE_MS);
  const response = await fetch(folder + MANIFEST, { cache: 'no-cache', redirect: 'error', signal });
  const manifest = await response.text();
  const { offline, deviceModel, head, words } = JSON.parse(manifest) as Readonly<
    Record<'offline' | 'deviceModel' | 'head' | 'words', unknown>
  >;
  // With `offline`, the worker has its own cache.
  if (offline !== true) for (const name of [head, words]) fetch(folder + String(name)).catch(() => undefined);
  // The first prompt checks that the model is on the device, so no question waits for that here.
  const { LanguageModel } = globalThis as { readonly LanguageModel?: { readonly create?: unknown } | null };
  const hasModel = deviceModel === true && typeof LanguageModel?.create === 'function';
  return { manifest, hasModel };
}
