/**
 * Runs in a page's worker: answers each request of the page over the index whose files are next to this one. The page sends `ToWorker`,
 * and gets `FromWorker` with the same `id`.
 */
import { loadFollowUps } from '@ibid/core';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import type { AskDevice, DevicePrompt } from './device-answerer.ts';
import { offlineFiles, type Caches } from './offline-files.ts';
import { staticService, type ReplyPart, type StaticRequest } from './static-service.ts';

/**
 * Before it asks, the page may hand over the manifest, which it has loaded just now, and say whether its browser has a model. `prompt` is the
 * reply of that model, `undefined` if it failed.
 */
export type ToWorker =
  | { readonly manifest: string; readonly hasModel: boolean }
  | { readonly prompt: number; readonly text: string | undefined }
  | ({ readonly id: number } & (StaticRequest | { readonly abort: true }));
export type FromWorker =
  | ({ readonly id: number } & (ReplyPart | { readonly end: true }))
  | ({ readonly prompt: number } & (DevicePrompt | { readonly abort: true }));

/** So long a file may take to come. */
const FILE_MS = 30_000;
/** Files for later are loaded when the first question has had this long for its own. */
const KEEP_AFTER_MS = 2_000;

const scope = globalThis as unknown as {
  readonly caches?: Caches;
  readonly location: { readonly href: string };
  readonly postMessage: (message: FromWorker) => void;
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void;
};
const { postMessage: send } = scope;

const folder = new URL('.', scope.location.href).href;

let handed: Uint8Array<ArrayBuffer> | undefined;
let hasModel = false;

const prompts = new Map<number, (text: string | undefined) => void>();
let lastPrompt = 0;

/** Only pages reach the browser's model, so the page asks it. */
const askDevice: AskDevice = (request, signal) => {
  const prompt = (lastPrompt += 1);
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (prompts.delete(prompt)) send({ prompt, abort: true });
      reject(signal.reason as Error);
    });
    prompts.set(prompt, (text) => (text === undefined ? reject(new Error('The model failed.')) : resolve(text)));
    send({ prompt, ...request });
  });
};

async function load(name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (name === MANIFEST && handed !== undefined) {
    const manifest = handed;
    handed = undefined;
    return manifest;
  }
  const response = await fetch(folder + name, {
    // The others never change: their names come from what is in them.
    cache: name === MANIFEST ? 'no-cache' : 'default',
    redirect: 'error',
    signal: AbortSignal.timeout(FILE_MS),
  });
  if (!response.ok) throw new Error(`\`${name}\` is not there: ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

const files = offlineFiles(folder, load, scope.caches);
const service = staticService({
  read: files.read,
  // Files that cannot be cached now are cached when the site is opened again.
  onIndex: (manifest) =>
    void setTimeout(() => {
      void files.keep(manifest).catch(() => undefined);
      if (manifest.offline === true) prepareFollowUps();
    }, KEEP_AFTER_MS),
  now: () => performance.now(),
  newId: newUuid,
  askDevice: () => (hasModel ? askDevice : undefined),
  async post(address, body, signal) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
      signal,
    });
    return response.status;
  },
});

/** `crypto.randomUUID` is missing on pages that were not loaded over https. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return Array.from(
    bytes,
    (byte, at) => ([4, 6, 8, 10].includes(at) ? '-' : '') + byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Loads what makes a further question complete while the reader reads; what cannot be had now is asked for again with that question. */
function prepareFollowUps(): void {
  loadFollowUps().catch(() => undefined);
}

const running = new Map<number, AbortController>();

scope.addEventListener('message', ({ data }) => {
  if ('manifest' in data) {
    handed = new TextEncoder().encode(data.manifest);
    hasModel = data.hasModel;
  } else if ('prompt' in data) {
    prompts.get(data.prompt)?.(data.text);
    prompts.delete(data.prompt);
  } else if ('abort' in data) running.get(data.id)?.abort();
  else void reply(data);
});

async function reply({ id, ...request }: { readonly id: number } & StaticRequest): Promise<void> {
  const ending = new AbortController();
  running.set(id, ending);
  for await (const part of service.reply(request, ending.signal)) send({ id, ...part });
  running.delete(id);
  if (request.body !== undefined) prepareFollowUps();
  send({ id, end: true });
}
