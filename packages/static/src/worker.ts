/**
 * Entry point of a page's worker. It answers each request over the index whose files are in the same folder. The page sends `ToWorker`
 * messages and receives `FromWorker` messages with the same `id`.
 */
import { loadFollowUps } from '@ibid/core';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import type { PagePrompt, PromptReply } from './choose-passages.ts';
import { offlineFiles, type Caches } from './offline-files.ts';
import { staticService, type ReplyPart, type StaticRequest } from './static-service.ts';

/**
 * Message from the page. Before its first request, the page may send the manifest that it has just loaded and report if its browser has a
 * model.
 */
export type ToWorker =
  | { readonly manifest: string; readonly hasModel: boolean }
  | PromptReply
  | ({ readonly id: number } & (StaticRequest | { readonly abort: true }));
export type FromWorker = ({ readonly id: number } & (ReplyPart | { readonly end: true })) | PagePrompt;

/** Timeout for loading one file, in milliseconds. */
const FILE_MS = 30_000;
/** Delay before files for later are loaded, so that the first question can load its own files first. */
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

async function load(name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (name === MANIFEST && handed !== undefined) {
    const manifest = handed;
    handed = undefined;
    return manifest;
  }
  const response = await fetch(folder + name, {
    // All other files never change: their names are derived from their content.
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
  // Files that cannot be stored now are stored when the site is opened again.
  onIndex: (manifest) =>
    void setTimeout(() => {
      void files.keep(manifest).catch(() => undefined);
      if (manifest.offline === true) prepareFollowUps();
    }, KEEP_AFTER_MS),
  now: () => performance.now(),
  newId: newUuid,
  askDevice: () =>
    hasModel ? async (...prompt) => (await import('./choose-passages.ts')).askPage(...prompt) : undefined,
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

/** `crypto.randomUUID` is missing on pages not loaded over https. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return Array.from(
    bytes,
    (byte, at) => ([4, 6, 8, 10].includes(at) ? '-' : '') + byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Preloads the data that completes follow-up questions. If that fails, the next follow-up question loads it. */
const prepareFollowUps = (): void => void loadFollowUps().catch(() => undefined);

const running = new Map<number, AbortController>();

scope.addEventListener('message', ({ data }) => {
  if ('manifest' in data) {
    handed = new TextEncoder().encode(data.manifest);
    hasModel = data.hasModel;
  } else if ('abort' in data) running.get(data.id)?.abort();
  else if ('id' in data) void reply(data);
});

async function reply({ id, ...request }: { readonly id: number } & StaticRequest): Promise<void> {
  const ending = new AbortController();
  running.set(id, ending);
  for await (const part of service.reply(request, ending.signal)) send({ id, ...part });
  running.delete(id);
  if (request.path === '/api/ask/stream') prepareFollowUps();
  send({ id, end: true });
}
