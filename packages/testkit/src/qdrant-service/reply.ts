export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function textReply(status: number, body: string, contentType = 'text/plain; charset=utf-8'): Reply {
  return { status, headers: { 'content-type': contentType }, body };
}

/** Qdrant's body of an error. */
export function errorReply(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonReply(status, { status: { error }, time: 0.000_01 }, headers);
}
