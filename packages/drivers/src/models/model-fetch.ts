import { fetch as request, type Dispatcher } from 'undici';
import { callFailure, throwable } from './call-failure.ts';
import { readRefusal } from './read-refusal.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { retryAfter } from './retry-after.ts';
import { statusFailure } from './status-failure.ts';

export interface ModelFetchOptions {
  readonly model: ResolvedModel;
  readonly dispatcher: Dispatcher;
}

/** More than any answer; an endless line of a stream is kept in memory by who reads it. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
/** After the last event of a stream. */
const REST_BYTES = 4 * 1024;
const REST_MS = 500;

/**
 * The one way to a model service. It sends the key, the body and nothing else, whatever the client adds or finds in the
 * environment; goes to the configured address alone; and throws a `CallFailure` for every reply that is no answer, so that words of the
 * service never reach an error or a log.
 */
export function modelFetch({ model, dispatcher }: ModelFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!url.startsWith(`${model.baseUrl}/`)) {
      throw throwable(
        callFailure('unavailable', `${model.id} may be asked at \`${model.baseUrl}\` alone.`, { isFree: true }),
      );
    }
    const body = typeof init.body === 'string' ? init.body : undefined;
    const isStream = body !== undefined && /"stream":\s*true/u.test(body);
    const reply = await request(url, {
      method: init.method ?? 'GET',
      headers: {
        accept: isStream ? 'text/event-stream' : 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'ibid',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(model.apiKey === undefined ? {} : { authorization: `Bearer ${model.apiKey}` }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: init.signal ?? null,
      dispatcher,
    });
    if (!reply.ok) {
      const said = await readRefusal(reply.body as ReadableStream<Uint8Array> | null);
      const retryAfterMs = retryAfter(reply.headers, Date.now()) ?? said.retryAfterMs;
      throw throwable(statusFailure({ status: reply.status, code: said.code, retryAfterMs }, model));
    }
    const type = reply.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const isFit = isStream ? type === 'text/event-stream' : type === 'application/json' || type.endsWith('+json');
    if (!isFit || reply.body === null) {
      await reply.body?.cancel();
      const shown = /^[a-z0-9.+/-]{1,60}$/u.test(type) ? `\`${type}\`` : 'no known type';
      const message = `${model.id} at \`${model.baseUrl}\` answered with ${shown}, not with an answer. Check the base URL; a proxy may stand before it.`;
      throw throwable(callFailure('unusable', message, { isConfiguration: 'new' }));
    }
    return new Response(limited(reply.body as ReadableStream<Uint8Array>, model), {
      status: reply.status,
      headers: { 'content-type': type },
    });
  };
}

/** Who has read the last event of a stream leaves it; its end is then read to keep the connection, unless it does not come at once. */
function limited(body: ReadableStream<Uint8Array>, model: ResolvedModel): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = MAX_REPLY_BYTES;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      left -= value.byteLength;
      if (left < 0) {
        await reader.cancel();
        throw throwable(callFailure('unusable', `${model.id} sent more than ${MAX_REPLY_BYTES} bytes.`));
      }
      controller.enqueue(value);
    },
    cancel() {
      void drain(reader);
    },
  });
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const late = setTimeout(cancel, REST_MS);
  try {
    let left = REST_BYTES;
    for (let next = await reader.read(); !next.done && left > 0; next = await reader.read())
      left -= next.value.byteLength;
  } catch {
    // The connection went, so that nothing is left to read.
  } finally {
    clearTimeout(late);
    cancel();
  }
}
