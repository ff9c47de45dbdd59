/** Downloads one file of a model over HTTP: tries again after failures, and gives the file its name only when it is complete. */
import { IbidError, invalidConfig, withRetries } from '@ibid/core';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface FetchFileOptions {
  readonly url: string;
  /** Target path. The partial file next to it is `<file>.part`. */
  readonly file: string;
  /** `undefined` accepts any content of the file's kind. Each attempt then begins again, for nothing else shows that two parts are of one file. */
  readonly sha256: string | undefined;
  /** Bytes received so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Receives a sentence about each failed attempt that is followed by another. */
  readonly onNote?: ((message: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly pause?: number;
}

export interface StoredFile {
  readonly bytes: number;
  readonly sha256: string;
}

const RETRIES = 5;
/** A connection without data for this many milliseconds counts as broken. */
const SILENCE_MS = 30_000;

/**
 * Rejects with `INVALID_CONFIG` if the address has no such file or something else than a model, `UPSTREAM_FAILED` if it stays unreachable or
 * sends another file.
 */
export async function fetchFile(options: FetchFileOptions): Promise<StoredFile> {
  const { url, file, sha256, signal = new AbortController().signal, pause: firstMs = 1000, onNote } = options;
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  let reason = '';
  const attempt = (): Promise<void> =>
    fetchRest(options, part).catch((error: Error) => {
      const advice = sha256 === undefined ? 'Run the same again' : 'What came is kept; run the same again';
      if (signal.aborted) throw new IbidError('ABORTED', `Fetching the model was stopped. ${advice}.`);
      if (IbidError.is(error)) throw error;
      reason = (error.cause as { readonly code?: string } | undefined)?.code ?? error.message;
      throw new IbidError(
        'UPSTREAM_FAILED',
        `\`${url}\` cannot be fetched (${reason}). ${advice}, name a mirror, or copy the model from another machine with \`--from\`.`,
        { retryable: true, cause: error },
      );
    });
  const sleep = (milliseconds: number): Promise<void> => {
    onNote?.(`  the file could not be fetched (${reason}); trying again in ${Math.ceil(milliseconds / 1000)} s`);
    return wait(milliseconds, undefined, { signal }).catch(() => undefined);
  };
  await withRetries(attempt, { retries: RETRIES, firstMs, random: () => 0, signal, sleep });
  const stored = await describeFile(part);
  if (sha256 !== undefined && stored.sha256 !== sha256) {
    await rm(part, { force: true });
    throw new IbidError(
      'UPSTREAM_FAILED',
      `\`${url}\` is not the file that it should be: its SHA-256 is ${stored.sha256}, not ${sha256}. Nothing of it was kept. Try another mirror, or remove the model and add it again.`,
    );
  }
  if (sha256 === undefined) await checkKind(part, url);
  await rename(part, file);
  return stored;
}

/** Rejects with `INVALID_CONFIG` if a file of a model is certainly something else, such as a page that asks for a password. */
export async function checkKind(file: string, from: string): Promise<void> {
  try {
    if (from.endsWith('.json')) return void JSON.parse(await readFile(file, 'utf8'));
    await using handle = await open(file);
    const { buffer } = await handle.read(Buffer.alloc(64));
    if (!/^\s*</u.test(buffer.toString('latin1'))) return;
  } catch {
    // Not JSON.
  }
  const text = `\`${from}\` is no file of a model; it may be a page that asks for a password. Check the address or the folder.`;
  throw invalidConfig(text);
}

/** Size and SHA-256 of a file. */
export async function describeFile(file: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Appends the missing part, or fetches the whole file without a checksum. */
async function fetchRest({ url, sha256, onProgress, signal }: FetchFileOptions, part: string): Promise<void> {
  const there = sha256 === undefined ? 0 : ((await stat(part).catch(() => undefined))?.size ?? 0);
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(url, {
      headers: there === 0 ? {} : { range: `bytes=${there}-` },
      signal: AbortSignal.any([silence.signal, ...(signal === undefined ? [] : [signal])]),
    });
    // The file is complete already, or too long: the checksum decides.
    if (response.status === 416) return;
    if (response.status === 404 || response.status === 401 || response.status === 403) {
      throw invalidConfig(`There is no \`${url}\` (${response.status}). Check the name of the model and the mirror.`);
    }
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
    const from = response.status === 206 ? there : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total =
      Number.isFinite(length) && response.headers.get('content-encoding') === null ? from + length : undefined;
    await using out = await open(part, from > 0 ? 'a' : 'w');
    let done = from;
    for await (const chunk of response.body) {
      timer.refresh();
      await out.write(chunk);
      done += chunk.length;
      onProgress?.(done);
    }
    if (total !== undefined && done < total) throw new Error(`${done} of ${total} bytes came`);
  } finally {
    clearTimeout(timer);
  }
}
