import { IbidError } from '@ibid/core';
import type { CallOptions, ErrorCode } from '@ibid/core/types';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckedOptions } from './options.ts';

/** Sends one request and resolves to `result` of the reply. It may be retried, so every request must be safe to run twice. */
export type Send = (method: string, path: string, body: object | undefined, call?: CallOptions) => Promise<unknown>;

/** Creates a sender that retries temporary failures until `retryMs` have passed. Rejects with an `IbidError` that tells how to fix it. */
export function sender(options: CheckedOptions, closing: AbortSignal): Send {
  const { root, apiKey, timeoutMs, retryMs } = options;
  const headers = {
    'Content-Type': 'application/json',
    // Qdrant needs longer to compress a reply than to search.
    'Accept-Encoding': 'identity',
    ...(apiKey === undefined ? {} : { 'api-key': apiKey }),
  };
  const at = `Qdrant at ${new URL(root).host}`;

  async function attempt(method: string, path: string, body: object | undefined, call?: CallOptions): Promise<unknown> {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([late, closing, ...(call?.signal === undefined ? [] : [call.signal])]);
    try {
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(root + path, { method, headers, signal, redirect: 'error', ...text });
      const reply = (await response.json().catch((error: unknown) => {
        if (signal.aborted || !(error instanceof SyntaxError)) throw error;
      })) as { readonly result?: unknown; readonly status?: { readonly error?: unknown } } | undefined;
      if (response.ok && reply?.result !== undefined) return reply.result;
      throw refusal(at, response, String(reply?.status?.error ?? ''));
    } catch (error) {
      if (IbidError.is(error)) throw error;
      if (call?.signal?.aborted === true)
        throw new IbidError('ABORTED', 'The call to Qdrant was stopped by its caller.');
      if (closing.aborted) throw new IbidError('CLOSED', 'The index in Qdrant was closed during the call.');
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown };
      const why = typeof code === 'string' ? code : 'the connection broke off';
      const message = late.aborted
        ? 'took too long to answer. Try again, or raise `timeoutMs`.'
        : `cannot be reached (${why}). Check that it runs and that its address is right.`;
      throw new IbidError(late.aborted ? 'TIMED_OUT' : 'UPSTREAM_FAILED', `${at} ${message}`, { retryable: true });
    }
  }

  return async (method, path, body, call) => {
    const deadline = performance.now() + retryMs;
    for (let pause = 100; ; pause = Math.min(2 * pause, 3_000)) {
      try {
        return await attempt(method, path, body, call);
      } catch (error) {
        const asked = IbidError.is(error) ? Number(error.details['retryAfterMs'] ?? 0) : 0;
        const delay = Math.max(asked, pause * (0.5 + Math.random() / 2));
        if (!IbidError.is(error) || !error.retryable || performance.now() + delay > deadline) throw error;
        const signals = call?.signal === undefined ? [closing] : [closing, call.signal];
        await wait(delay, undefined, { signal: AbortSignal.any(signals) }).catch(() => undefined);
      }
    }
  };
}

/** Error for a failed response. Qdrant's own message is never passed on, because it quotes payloads. */
function refusal(at: string, { status, headers, ok }: Response, said: string): IbidError {
  const isForeign = ok || (said === '' && status < 500 && ![401, 403, 429].includes(status));
  const isFull = status === 507 || /no space left|disk (?:is )?full/iu.test(said);
  const isTooLarge = status === 413 || /larger than allowed|payload has exceeded limit/iu.test(said);
  const retryAfterMs = 1000 * Number(headers.get('retry-after') ?? 0);
  const retry = { retryable: true, details: retryAfterMs > 0 ? { retryAfterMs } : {} };
  const known: readonly (readonly [applies: boolean, code: ErrorCode, message: string, retry?: typeof retry])[] = [
    [
      isForeign,
      'UPSTREAM_FAILED',
      `answered ${status}, and not in Qdrant's manner. Check that its address leads to Qdrant.`,
    ],
    [
      status === 401 || status === 403,
      'INVALID_CONFIG',
      'does not accept the key. Put one that may read and write into `QDRANT_API_KEY`.',
    ],
    [status === 404, 'NOT_INDEXED', 'has no such collection. Index the site, or check `collection`.'],
    [
      isTooLarge,
      'UPSTREAM_FAILED',
      'takes no request of that size. Let it, and what stands before it, take the usual 32 MB.',
    ],
    [isFull, 'UPSTREAM_FAILED', 'has no room left. Give it more disk or memory.'],
    [status === 429, 'RATE_LIMITED', 'asks to slow down. Wait and try again.', retry],
    [status >= 500 || status === 408, 'UPSTREAM_FAILED', `answered ${status}. Try again later.`, retry],
  ];
  const [, code, message, options] = known.find(([applies]) => applies) ?? [
    true,
    'UPSTREAM_FAILED' as const,
    `refused the request with ${status}.`,
  ];
  return new IbidError(code, `${at} ${message}`, options ?? { details: { exists: /already exists/iu.test(said) } });
}
