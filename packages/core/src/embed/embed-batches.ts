import { IbidError } from '../types/ibid-error.ts';

export interface RetryOptions {
  /** Attempts after the first. */
  readonly retries: number;
  /** May return early when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** A service that asks for a longer wait is reported, not waited for. */
const LONGEST_ASKED = 600_000;

/** Repeats the attempt while it rejects with a retryable `IbidError`, waiting longer each time, and as long as the service asks for. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      options.signal.throwIfAborted();
      if (!IbidError.is(error) || !error.retryable || failures >= options.retries) throw error;
      const asked = error.details['retryAfterMs'];
      if (typeof asked === 'number' && asked > LONGEST_ASKED) throw error;
      await untilAborted(options.sleep(waitAfter(failures, asked, options.random()), options.signal), options.signal);
    }
  }
}

/** Both attempts together, where there are two: two seconds, less what the rest of a search takes. */
const QUICK_MS = 1_900;

/**
 * For whom a reader waits: a retryable failure is tried once more, if that can end within two seconds from the beginning; a timeout never
 * is, for the next attempt would take as long. So it all takes as long as one attempt may, or two seconds where that is more.
 */
export async function quicklyAgain<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { retries, sleep, random, signal }: RetryOptions,
): Promise<T> {
  const over = new AbortController();
  const ended = new AbortController();
  void sleep(QUICK_MS, ended.signal).then(() => over.abort());
  try {
    return await attempt(signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      if (over.signal.aborted || retries < 1 || !mayPass(error)) throw error;
      const either = AbortSignal.any([signal, over.signal]);
      const wait = waitAfter(0, error.details['retryAfterMs'], random());
      try {
        await untilAborted(sleep(wait, either), either);
        return await untilAborted(attempt(either), either);
      } catch (again) {
        signal.throwIfAborted();
        throw over.signal.aborted ? error : again;
      }
    });
  } finally {
    ended.abort();
  }
}

function mayPass(error: unknown): error is IbidError {
  if (!IbidError.is(error) || !error.retryable || error.code === 'TIMED_OUT') return false;
  const asked = error.details['retryAfterMs'];
  return typeof asked !== 'number' || asked < QUICK_MS;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * Milliseconds to wait after so many failures before this one: doubled from half a second to half a minute, shortened at random by up to
 * a half. A number in `asked` is the least wait, lengthened at random by up to a tenth. `random`: 0 inclusive to 1 exclusive.
 */
function waitAfter(failures: number, asked: unknown, random: number): number {
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (1 - random / 2);
  return typeof asked === 'number' && asked > 0 ? Math.max(own, asked * (1 + random / 10)) : own;
}

/** The promise, unless the signal aborts first: then rejects with the signal's reason, whatever the promise does later. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

type EmbedBatch = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** How often a text is halved; one that is still too long then is no passage. */
const MOST_HALVINGS = 3;

/**
 * Passages are cut for models that read 512 tokens, but services count other tokens than we do, above all in code. What a model refuses as
 * too long is embedded in halves, and their mean stands for it, so that no word is left out (R23).
 *
 * `embed`, for texts of any length. Rejects as it does for everything but the length of a text.
 */
export async function embedWhole(
  embed: EmbedBatch,
  texts: readonly string[],
  halvings = 0,
): Promise<readonly Float32Array[]> {
  try {
    return await embed(texts);
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const [text, ...others] = texts;
    if (others.length > 0) return await embedParted(embed, texts, halvings);
    if (text === undefined || halvings === MOST_HALVINGS) throw error;
    const halves = halvesOf(text).filter((half) => half.trim() !== '');
    return [weightedMean(await embedWhole(embed, halves, halvings + 1), halves)];
  }
}

function isTooLong(error: unknown): boolean {
  return IbidError.is(error) && error.details['tooLong'] === true;
}

/** Long texts apart from short ones, so that few requests more find the one that was refused. */
async function embedParted(
  embed: EmbedBatch,
  texts: readonly string[],
  halvings: number,
): Promise<readonly Float32Array[]> {
  const order = Array.from(texts.keys()).sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const middle = order.length >> 1;
  const vectors: Float32Array[] = Array.from({ length: texts.length });
  for (const part of [order.slice(0, middle), order.slice(middle)]) {
    const embedded = await embedWhole(
      embed,
      part.map((at) => texts[at]!),
      halvings,
    );
    part.forEach((at, i) => {
      vectors[at] = embedded[i]!;
    });
  }
  return vectors;
}

/** Parted at the line end, else the space, nearest to the middle; else right there, but within no character. */
function halvesOf(text: string): readonly [string, string] {
  const middle = text.length >> 1;
  const at = nearest(text, '\n', middle) ?? nearest(text, ' ', middle) ?? middle;
  const isInside = /[\uDC00-\uDFFF]/u.test(text[at] ?? '') && /[\uD800-\uDBFF]/u.test(text[at - 1] ?? '');
  return [text.slice(0, isInside ? at - 1 : at), text.slice(isInside ? at - 1 : at)];
}

/** `undefined` where either part would have less than a quarter of the text. */
function nearest(text: string, mark: string, middle: number): number | undefined {
  const places = [text.lastIndexOf(mark, middle), text.indexOf(mark, middle)];
  const [best] = places
    .filter((at) => at >= text.length / 4 && at <= (text.length * 3) / 4)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return best;
}

/** Of length 1 again; each vector counts as much as its text is long. */
function weightedMean(vectors: readonly Float32Array[], texts: readonly string[]): Float32Array {
  const sums = new Float64Array(vectors[0]!.length);
  vectors.forEach((vector, i) => vector.forEach((value, at) => (sums[at]! += value * texts[i]!.length)));
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(sums, (value) => (length > 0 ? value / length : 0));
}
