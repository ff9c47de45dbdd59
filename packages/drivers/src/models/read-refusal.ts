import { isRecord } from './is-record.ts';

export interface RefusalBody {
  /** The service's own code, such as `insufficient_quota`; never its words. */
  readonly code: string | undefined;
  /** Time to wait, which some services put here and not into a header. */
  readonly retryAfterMs: number | undefined;
}

const MAX_CHARACTERS = 16 * 1024;
const DEADLINE_MS = 1_000;
const NOTHING: RefusalBody = { code: undefined, retryAfterMs: undefined };

/** What can be used of the body of an error, `{error: {…}}` or that in an array. Short and quick, whatever the service sends. */
export async function readRefusal(body: ReadableStream<Uint8Array> | null): Promise<RefusalBody> {
  if (body === null) return NOTHING;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const late = setTimeout(cancel, DEADLINE_MS);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += decoder.decode(next.value, { stream: true });
      if (text.length > MAX_CHARACTERS) return NOTHING;
    }
    const parsed: unknown = JSON.parse(text);
    const outer: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    const error = isRecord(outer) && isRecord(outer['error']) ? outer['error'] : outer;
    if (!isRecord(error)) return NOTHING;
    const code = [error['code'], error['type'], error['status']].find(isCode);
    return { code, retryAfterMs: retryDelay(error['details']) };
  } catch {
    return NOTHING;
  } finally {
    clearTimeout(late);
    cancel();
  }
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z_]{2,39}$/iu.test(value);
}

/** `retryDelay` of a `RetryInfo`, such as `34s` or `0.5s`. */
function retryDelay(details: unknown): number | undefined {
  const delays = (Array.isArray(details) ? details : []).filter(isRecord).map((detail) => detail['retryDelay']);
  const written = delays.find((delay) => typeof delay === 'string' && /^\d+(?:\.\d+)?s$/u.test(delay));
  return written === undefined ? undefined : Number.parseFloat(written as string) * 1000;
}
