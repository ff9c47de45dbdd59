import { connect, type Socket } from 'node:net';
import type { ModelService } from './model-service.ts';

/** One reply as it came over the socket, with nothing repaired. */
export interface RawReply {
  /** `undefined` where not even a status line came. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Without the framing of chunks. */
  readonly body: Buffer;
  readonly text: string;
  /** HTTP says that the body is whole. */
  readonly isBodyEnded: boolean;
  /** What became of the connection; `open` when the reader left. */
  readonly connection: 'ended' | 'reset' | 'open';
}

export interface RawOptions {
  readonly api?: 'chat' | 'responses';
  readonly stream?: boolean;
  /** Fields of the body beside the usual ones. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  /** Leaves as soon as this many bytes came. */
  readonly leaveAfterBytes?: number;
  /** Leaves after so many milliseconds without a byte, counted once `until` stands in what came. @default 10000 */
  readonly quietMs?: number;
  readonly until?: string;
}

const QUIET_MS = 10_000;

/** Asks what topics are, over a socket of its own that is closed afterwards. */
export async function rawExchange(service: ModelService, options: RawOptions = {}): Promise<RawReply> {
  const { api = 'chat', stream = true, fields = {}, key = service.apiKey } = options;
  const { hostname, port } = new URL(service.url);
  const question = 'What are topics?';
  const body = JSON.stringify({
    model: 'test-model',
    stream,
    ...(api === 'chat' ? { messages: [{ role: 'user', content: question }] } : { input: question }),
    ...(api === 'chat' && stream ? { stream_options: { include_usage: true } } : {}),
    ...fields,
  });
  const path = api === 'chat' ? '/v1/chat/completions' : '/v1/responses';
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(head + body);
  const { bytes, connection } = await received(socket, options);
  socket.destroy();
  return { ...readReply(bytes), connection };
}

function received(
  socket: Socket,
  { leaveAfterBytes = Infinity, quietMs = QUIET_MS, until = '' }: RawOptions,
): Promise<{ readonly bytes: Buffer; readonly connection: RawReply['connection'] }> {
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const end = (connection: RawReply['connection']): void => resolve({ bytes, connection });
    socket.setTimeout(until === '' ? quietMs : QUIET_MS, () => end('open'));
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      if (until !== '' && bytes.includes(until)) socket.setTimeout(quietMs);
      if (bytes.length >= leaveAfterBytes) end('open');
    });
    socket.on('end', () => end('ended'));
    socket.on('error', () => end('reset'));
  });
}

function readReply(bytes: Buffer): Omit<RawReply, 'connection'> {
  const border = bytes.indexOf('\r\n\r\n');
  if (border < 0) return { status: undefined, headers: {}, body: bytes, text: bytes.toString(), isBodyEnded: false };
  const [first = '', ...lines] = bytes.subarray(0, border).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = bytes.subarray(border + 4);
  const length = headers['content-length'];
  const { body, isBodyEnded } =
    length === undefined ? unchunked(rest) : { body: rest, isBodyEnded: rest.length === Number(length) };
  return { status: Number(first.split(' ')[1]), headers, body, text: body.toString(), isBodyEnded };
}

function unchunked(bytes: Buffer): { readonly body: Buffer; readonly isBodyEnded: boolean } {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) break;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return { body: Buffer.concat(parts), isBodyEnded: true };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { body: Buffer.concat(parts), isBodyEnded: false };
}
