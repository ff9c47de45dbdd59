import { askDevice, hasDeviceModel } from './device-model.ts';

/** An API address that begins so names a folder with a static index, whose answers a worker of this page makes. */
const STATIC = 'static:';
const WORKER = 'ibid-worker.js';
const MANIFEST = 'index.json';
/** So long a file may take to come. */
const FILE_MS = 30_000;

/** What `ibid serve --site` writes into the pages that it serves: their origin has the API. */
const API_HERE = 'head > meta[name=ibid-api][content=here]';

/** What the worker sends for request `id`: first the status, then the body, then the end. */
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

/** One that answers requests to `api`, as `fetch` does: over the network, or from a static index unless a server serves the page. */
export function fetchOf(api: string): typeof fetch {
  if (!api.startsWith(STATIC)) return (...given) => fetch(...given);
  if (isServed()) return (input, init) => fetch(String(input).slice(api.length), init);
  const folder = new URL(`${api.slice(STATIC.length)}/`, document.baseURI).href;
  return (input, init) => {
    const path = String(input).slice(api.length);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    return workerIn(folder).fetch({ path, body }, init?.signal ?? undefined);
  };
}

/** Loads what every question to a static index needs, so that the first one waits for less. Gives whether it answers without a network, too. */
export async function prepare(api: string): Promise<boolean> {
  if (!api.startsWith(STATIC) || isServed()) return false;
  const ready = fetchOf(api)(`${api}/ready`).then((response) => response.json());
  return ((await ready.catch(() => ({}))) as { readonly offline?: boolean }).offline === true;
}

function isServed(): boolean {
  return document.querySelector(API_HERE) !== null;
}

interface Asking {
  fetch(request: { readonly path: string; readonly body: unknown }, signal: AbortSignal | undefined): Promise<Response>;
}

const workers = new Map<string, Asking>();

/** The page has one worker for each folder, from the first request on. One that has failed is started anew by the next request. */
function workerIn(folder: string): Asking {
  const known = workers.get(folder);
  if (known !== undefined) return known;
  const worker = new Worker(new URL(WORKER, folder), { type: 'module' });
  const open = new Map<number, (part: FromWorker | undefined) => void>();
  let last = 0;
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  const send = (message: object): void => worker.postMessage(message);
  // What every question needs is on its way while the worker is: two round trips less before the first answer.
  const handed = manifestOf(folder).then(
    (given) => send(given),
    // Offline the worker knows where else to look.
    () => undefined,
  );
  const prompts = new Map<number, AbortController>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.prompt === undefined) open.get(data.id)?.(data);
    else if (data.abort === true) prompts.get(data.prompt)?.abort();
    else void prompt(data.prompt, data as unknown as Parameters<typeof askDevice>[0]);
  });
  async function prompt(number: number, request: Parameters<typeof askDevice>[0]): Promise<void> {
    const ending = new AbortController();
    prompts.set(number, ending);
    const text = await askDevice(request, ending.signal).catch(() => undefined);
    prompts.delete(number);
    send({ prompt: number, text });
  }
  worker.addEventListener('error', () => {
    workers.delete(folder);
    worker.terminate();
    for (const take of open.values()) take(undefined);
  });
  const asking: Asking = {
    fetch(request, signal) {
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
            // Closed already.
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
        if (signal?.aborted === true) stop(signal.reason);
        else void handed.then(() => open.has(id) && send({ id, ...request }));
      });
    },
  };
  workers.set(folder, asking);
  return asking;
}

/** The text of the manifest, as it is now, and whether its owner and the browser offer a model; what it says that all questions need is fetched, too, for the browser to have it when the worker asks. */
async function manifestOf(folder: string): Promise<{ readonly manifest: string; readonly hasModel: boolean }> {
  const signal = AbortSignal.timeout(FILE_MS);
  const response = await fetch(folder + MANIFEST, { cache: 'no-cache', redirect: 'error', signal });
  const manifest = await response.text();
  const { offline, deviceModel, head, words } = JSON.parse(manifest) as Readonly<
    Record<'offline' | 'deviceModel' | 'head' | 'words', unknown>
  >;
  // Kept files come from where they are kept.
  if (offline !== true) for (const name of [head, words]) fetch(folder + String(name)).catch(() => undefined);
  return { manifest, hasModel: deviceModel === true && (await hasDeviceModel()) };
}
