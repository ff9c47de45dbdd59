const ESCAPES = /\\(?:u([0-9a-fA-F]{4})|[^u])/gu;

/** JSON as serde_json takes it: UTF-8, and no half of a surrogate pair, escaped or not. An empty body is no body. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  let body: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    body = JSON.parse(text);
  } catch (error) {
    throw badFormat(error instanceof Error ? error.message : String(error));
  }
  if (/\\u[dD][89a-fA-F]/u.test(text)) checkSurrogates(text);
  return body;
}

function checkSurrogates(text: string): void {
  let leading: number | undefined;
  for (const { 1: digits, index } of text.matchAll(ESCAPES)) {
    const unit = digits === undefined ? 0 : Number.parseInt(digits, 16);
    const isTrailing = unit >= 0xdc00 && unit <= 0xdfff;
    if (leading === undefined && isTrailing) throw badFormat('lone trailing surrogate in hex escape');
    if (leading !== undefined && !(isTrailing && index === leading + 6)) break;
    leading = unit >= 0xd800 && unit <= 0xdbff ? index : undefined;
  }
  if (leading !== undefined) throw badFormat('lone leading surrogate in hex escape');
}

function badFormat(message: string): Error {
  return new Error(`Format error in JSON body: ${message}`, { cause: { status: 400 } });
}
