import { isRecord, parsedJson } from './json.ts';
import { ServiceError, type ServiceTarget, type TroubleKind } from './service-error.ts';

/** Patterns for the messages of services. The messages are never passed on, because they quote keys and texts. */
const SAYS = {
  tooLong:
    /context_length_exceeded|string_above_max_length|too long|too many tokens|too large to process|(?:maximum|max) (?:context|input|sequence|token)|context (?:length|size|window)|less than \d+ tokens|token limit|exceeds? .{0,40}token/u,
  tooMany: /batch size \d+|too many (?:inputs|texts|items|requests in)|at most \d+ (?:requests|texts|inputs|items)/u,
  badKey: /api[ _-]?key/u,
  spent: /insufficient_(?:quota|balance)|billing_|credits?_|(?:\/|per|a) ?month/u,
  unwelcome: /content_filter|content_policy|invalid_prompt|data_inspection_failed/u,
} as const;

/** Statuses of errors that may be about the text. 500 is included because llama.cpp's server uses it for long texts. */
const JUDGES_TEXT: readonly number[] = [400, 413, 422, 500];
/** Parameters that some services refuse, as named in their messages. */
const PARAMETERS =
  /\b(max_completion_tokens|max_tokens|temperature|parallel_tool_calls|stream_options|tools?\b|tool[ _]use|tool[ _]choice)/u;
const MAX_CHARACTERS = 64 * 1024;
const DEADLINE_MS = 1_000;

/** Interprets a reply with an error status. Reads a limited part of its body within a short time. `nowMs` is the wall clock. */
export async function readRefusal(
  target: ServiceTarget,
  reply: Response,
  nowMs: number = Date.now(),
): Promise<ServiceError> {
  const { status, headers } = reply;
  const text = await readShort(reply);
  const said = text.toLowerCase();
  const kind = kindOf(status, said);
  const code = codeOf(parsedJson(text));
  return new ServiceError(target, kind, {
    status,
    seen: `answered ${status}${code === undefined ? '' : ` (\`${code}\`)`}`,
    retryAfterMs: retryAfter(headers, nowMs) ?? delayIn(text),
    parameter: kind === 'refused' || kind === 'missing' ? parameterIn(said) : undefined,
  });
}

function kindOf(status: number, said: string): TroubleKind {
  const judges = JUDGES_TEXT.includes(status);
  if (status === 401 || (judges && status < 500 && SAYS.badKey.test(said))) return 'wrong-key';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status < 400 || status === 405) return 'elsewhere';
  if (status === 402 || (status === 429 && SAYS.spent.test(said))) return 'spent';
  if (judges && SAYS.tooMany.test(said)) return 'too-many';
  if (status === 413 || (judges && parameterIn(said) === undefined && SAYS.tooLong.test(said))) return 'too-long';
  if (judges && SAYS.unwelcome.test(said)) return 'unwelcome';
  if (status === 429) return 'busy';
  return status >= 500 || [408, 409, 425].includes(status) ? 'down' : 'refused';
}

function parameterIn(said: string): string | undefined {
  const isAbout = /unsupported|not support|unrecognized|unknown|not (?:allowed|permitted)|extra inputs|no endpoints/u;
  const named = isAbout.test(said) ? PARAMETERS.exec(said)?.[1] : undefined;
  return named?.startsWith('tool') === true ? 'tools' : named;
}

/** The service's own code, such as `insufficient_quota`. */
function codeOf(body: unknown): string | undefined {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(outer) && isRecord(outer['error']) ? outer['error'] : outer;
  if (!isRecord(error)) return undefined;
  return [error['code'], error['type'], error['status']].find(isCode);
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z_]{2,39}$/iu.test(value);
}

/** The body as far as it comes within a second; `''` if it is long. */
async function readShort({ body }: Response): Promise<string> {
  let text = '';
  try {
    const late = AbortSignal.timeout(DEADLINE_MS);
    for await (const part of body?.pipeThrough(new TextDecoderStream(), { signal: late }) ?? []) {
      text += part;
      if (text.length > MAX_CHARACTERS) return '';
    }
  } catch {
    // The part that came may still tell the kind.
  }
  return text;
}

/**
 * Milliseconds that a reply asks to wait, from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP date. `undefined` if missing or
 * unreadable; never below 0.
 */
export function retryAfter(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const exact = amount(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const asked = headers.get('retry-after');
  const seconds = amount(asked);
  if (seconds !== undefined) return seconds * 1000;
  // HTTP dates begin with a weekday; `Date.parse` alone would read `-5` as a year.
  const date = /^\s*[a-z]{3}/iu.test(asked ?? '') ? Date.parse(asked!) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function amount(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/u.test(text) ? Number(text) : undefined;
}

/** Reads the delay that Google puts in the body. */
function delayIn(text: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"/u.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
