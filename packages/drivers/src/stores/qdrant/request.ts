import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
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
      if (late.aborted) throw failed('TIMED_OUT', `${at} took too long to answer. Try again, or raise \`timeoutMs\`.`);
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown };
      const why = typeof code === 'string' ? code : 'the connection broke off';
      throw failed(
        'UPSTREAM_FAILED',
        `${at} cannot be reached (${why}). Check that it runs and that its address is right.`,
      );
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
  if (ok || (said === '' && status < 500 && ![401, 403, 429].includes(status))) {
    return new IbidError(
      'UPSTREAM_FAILED',
      `${at} answered ${status}, and not in Qdrant's manner. Check that its address leads to Qdrant.`,
    );
  }
  if (status === 401 || status === 403) {
    return new IbidError(
      'INVALID_CONFIG',
      `${at} does not accept the key. Put one that may read and write into \`QDRANT_API_KEY\`.`,
    );
  }
  if (status === 404) {
    return new IbidError('NOT_INDEXED', `${at} has no such collection. Index the site, or check \`collection\`.`);
  }
  const sizes = /expected dim: (\d+), got (\d+)/u.exec(said);
  if (sizes !== null) {
    return new IbidError(
      'INDEX_MISMATCH',
      `The collection in ${at} holds vectors of ${sizes[1]} dimensions, and one of ${sizes[2]} was sent. Use the embedder that it was made with, or index again with \`--fresh\`.`,
    );
  }
  if (status === 413 || /larger than allowed|payload has exceeded limit/iu.test(said)) {
    return new IbidError(
      'UPSTREAM_FAILED',
      `${at} takes no request of that size. Let it, and what stands before it, take the usual 32 MB.`,
    );
  }
  if (status === 507 || /no space left|disk (?:is )?full/iu.test(said)) {
    return new IbidError('UPSTREAM_FAILED', `${at} has no room left. Give it more disk or memory.`);
  }
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? 0);
    return failed(
      'RATE_LIMITED',
      `${at} asks to slow down. Wait and try again.`,
      seconds > 0 ? { retryAfterMs: seconds * 1000 } : {},
    );
  }
  if (status >= 500 || status === 408) return failed('UPSTREAM_FAILED', `${at} answered ${status}. Try again later.`);
  const exists = /already exists/iu.test(said);
  const reason = exists ? ': there is one of that name already' : '';
  return new IbidError('UPSTREAM_FAILED', `${at} refused the request with ${status}${reason}.`, {
    details: { status, exists },
  });
}

function failed(code: 'TIMED_OUT' | 'UPSTREAM_FAILED' | 'RATE_LIMITED', message: string, details = {}): IbidError {
  return new IbidError(code, message, { retryable: true, details });
}
