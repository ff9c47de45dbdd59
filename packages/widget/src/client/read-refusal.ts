import type { Failure } from './ask-event.ts';
import { failureOf } from './failure-of.ts';
import { textOf } from './text-of.ts';

const MOST = 50_000;

/** What a response with another status than 200 says. Never rejects: a body that cannot be read says nothing. */
export async function readRefusal(response: Response): Promise<Failure> {
  const { status, headers, body } = response;
  let text = '';
  let said: unknown;
  try {
    if (body !== null) for await (const piece of textOf(body, MOST)) text += piece;
    said = JSON.parse(text);
  } catch {
    // Of a proxy in between, or broken off.
  }
  return failureOf({
    body: said,
    status,
    retryAfter: headers.get('Retry-After'),
    requestId: headers.get('X-Request-Id'),
    now: Date.now(),
  });
}
