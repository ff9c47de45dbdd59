/**
 * Checks that hold for every response to any request: a clear result, no server error, and no internal details. Throws an error that
 * describes the violation.
 */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|\bnode:internal|node_modules|\.ts:\d+|\b(?:Type|Range|Syntax|Reference)Error\b|\[object Object\]|\bundefined\b is not|\/work\/|\/home\/|SQLITE_|CANARY/u;
const FAILURE = ['error', 'code', 'message', 'details', 'request_id'];
/** Members of `error` in the OpenAI API. */
const OPENAI_FAILURE = ['message', 'type', 'param', 'code'];

export interface Sent {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export function checkResponse(response: Sent, asked: string): void {
  const { status, contentType, text } = response;
  const problem = (what: string): never => {
    throw new Error(`${what}: status ${status}, ${text.slice(0, 300)} for ${asked.slice(0, 300)}`);
  };
  if (status >= 500 && !isHealth(text)) problem('a fault of the server');
  // An answer may repeat what the client sent, but must not expose anything else.
  const inside = INSIDE.exec(text)?.[0];
  if (inside !== undefined && !asked.includes(inside)) problem(`shows its inside, ${inside}`);
  if (contentType.startsWith('text/event-stream')) return checkStream(text, problem);
  if (contentType.startsWith('application/json')) {
    const body = JSON.parse(text) as unknown;
    if (status >= 400 && !isHealth(text)) checkFailure(body, problem);
    return;
  }
  if (status >= 400) problem(`a failure as ${contentType}`);
}

function isHealth(text: string): boolean {
  return text.startsWith('{"status":"un');
}

function checkFailure(body: unknown, problem: (what: string) => never): void {
  const { error } = body as { readonly error?: unknown };
  const isNested = typeof error === 'object' && error !== null;
  const keys = Object.keys(isNested ? error : (body as object));
  if (!(isNested ? OPENAI_FAILURE : FAILURE).every((key) => keys.includes(key))) problem('a failure in another shape');
}

function checkStream(text: string, problem: (what: string) => never): void {
  const frames = text.split('\n\n').filter((frame) => frame !== '' && !frame.startsWith(':'));
  if (frames.every((frame) => frame.startsWith('data: '))) return checkChunks(frames, problem);
  const names = frames.map((frame) => {
    const match = /^event: ([\w-]+)\ndata: (.*)$/u.exec(frame);
    if (match === null) return problem('a broken frame');
    JSON.parse(match[2]!);
    return match[1]!;
  });
  const ends = names.filter((name) => /^(?:final|error|run-end|run-error)$/u.test(name));
  if (ends.length !== 1 || ends[0] !== names.at(-1)) problem(`a stream that ends with ${ends.join()}`);
}

/** Streams of the OpenAI API: unnamed objects, with `[DONE]` or an error at the end. */
function checkChunks(frames: readonly string[], problem: (what: string) => never): void {
  const ends = frames.filter((frame) => frame === 'data: [DONE]' || frame.startsWith('data: {"error":'));
  if (ends.length !== 1 || ends[0] !== frames.at(-1)) problem(`a stream that ends with ${ends.join()}`);
  for (const frame of frames) if (frame !== 'data: [DONE]') JSON.parse(frame.slice('data: '.length));
}
