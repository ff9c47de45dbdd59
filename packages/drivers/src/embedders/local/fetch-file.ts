/** Downloads one file of a model over HTTP: resumes broken connections, and gives the file its name only when it is complete. */
import { IbidError, withRetries } from '@ibid/core';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface FetchFileOptions {
  readonly url: string;
  /** Target path. The partial file next to it is `<file>.part`. */
  readonly file: string;
  /** `undefined` accepts any content. A download is resumed in a later process only with a checksum; otherwise it might be of another file. */
  readonly sha256: string | undefined;
  /** Bytes received so far, and the total once known. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
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

/** Rejects with `INVALID_CONFIG` if the address has no such file, `UPSTREAM_FAILED` if it stays unreachable or sends another file. */
export async function fetchFile(options: FetchFileOptions): Promise<StoredFile> {
  const { url, file, sha256, signal = new AbortController().signal, pause: firstMs = 1000 } = options;
  const part = `${file}.part`;
  await mkdir(dirname(file), { recursive: true });
  if (sha256 === undefined) await rm(part, { force: true });
  const content: Content = { etag: undefined };
  const attempt = (): Promise<void> =>
    fetchRest(options, part, content).catch((error: unknown) => {
      if (signal.aborted) {
        throw new IbidError('ABORTED', 'Fetching the model was stopped; it goes on where it ended.');
      }
      throw IbidError.is(error) ? error : unreachable(url, error);
    });
  await withRetries(attempt, { retries: RETRIES, firstMs, random: () => 0, signal });
  const stored = await describeFile(part);
  if (sha256 !== undefined && stored.sha256 !== sha256) {
    await rm(part, { force: true });
    throw new IbidError(
      'UPSTREAM_FAILED',
      `\`${url}\` is not the file that it should be: its SHA-256 is ${stored.sha256}, not ${sha256}. Nothing of it was kept. Try another mirror.`,
    );
  }
  await rename(part, file);
  return stored;
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

/** ETag of the first response, with which a retry checks that the content is unchanged. */
interface Content {
  etag: string | undefined;
}

/** Appends the missing part. */
async function fetchRest({ url, onProgress, signal }: FetchFileOptions, part: string, content: Content): Promise<void> {
  const there = (await stat(part).catch(() => undefined))?.size ?? 0;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(url, {
      headers:
        there === 0
          ? {}
          : { range: `bytes=${there}-`, ...(content.etag === undefined ? {} : { 'if-range': content.etag }) },
      signal: AbortSignal.any([silence.signal, ...(signal === undefined ? [] : [signal])]),
    });
    // The file is complete already, or too long: the checksum decides.
    if (response.status === 416) return;
    if (response.status === 404 || response.status === 401 || response.status === 403) {
      throw new IbidError(
        'INVALID_CONFIG',
        `There is no \`${url}\` (${response.status}). Check the name of the model and the mirror.`,
      );
    }
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
    content.etag = strong(response.headers.get('etag'));
    const isRest = response.status === 206;
    const from = isRest ? there : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total =
      Number.isFinite(length) && response.headers.get('content-encoding') === null ? from + length : undefined;
    await using out = await open(part, isRest ? 'a' : 'w');
    let done = from;
    for await (const chunk of response.body) {
      timer.refresh();
      await out.write(chunk);
      done += chunk.length;
      onProgress?.(done, total);
    }
    if (total !== undefined && done < total) throw new Error(`${done} of ${total} bytes came`);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a strong ETag; weak ones do not guarantee equal bytes. */
function strong(etag: string | null): string | undefined {
  return etag === null || etag.startsWith('W/') ? undefined : etag;
}

function unreachable(url: string, cause: unknown): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    `\`${url}\` cannot be fetched. What came is kept; run the same again, name a mirror, or copy the model from another machine with \`--from\`.`,
    { retryable: true, cause },
  );
}
