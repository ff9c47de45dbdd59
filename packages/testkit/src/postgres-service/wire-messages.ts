/** The frames of PostgreSQL's protocol: a sign for the kind, then a length that counts itself and not the sign. */
const LENGTH_BYTES = 4;

/** What a client may send before it is let in: a length and a number, without a sign. */
export const FIRST_MESSAGES = { startup: 196_608, cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 } as const;

export interface WireReader {
  /** Takes in what came over the wire, in pieces of any size. */
  push(bytes: Uint8Array): void;
  /** The next message without a sign, `undefined` until all of it has come. */
  first(): Buffer | undefined;
  /** All messages up to one that wants an answer, `undefined` until such a one has come. */
  batch(): Buffer | undefined;
}

/** Query, Sync, Flush and Terminate: whatever stands before them waits for them. */
const WANTS_ANSWER = new Set(['Q', 'S', 'H', 'X']);

export function wireReader(): WireReader {
  let pending: Buffer = Buffer.alloc(0);
  const take = (bytes: number): Buffer => {
    const taken = pending.subarray(0, bytes);
    pending = pending.subarray(bytes);
    return taken;
  };
  return {
    push(bytes) {
      pending = Buffer.concat([pending, bytes]);
    },
    first() {
      if (pending.length < 2 * LENGTH_BYTES) return undefined;
      const bytes = pending.readInt32BE(0);
      return pending.length < bytes ? undefined : take(bytes);
    },
    batch() {
      for (const { kind, end } of frames(pending)) if (WANTS_ANSWER.has(kind)) return take(end);
      return undefined;
    },
  };
}

/** `I` outside of a transaction, `T` in one, `E` in one that has failed; `undefined` where the answer does not say that it is the last. */
export function transactionState(answer: Uint8Array): string | undefined {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  let state: string | undefined;
  for (const { kind, end } of frames(bytes)) if (kind === 'Z') state = String.fromCharCode(bytes[end - 1]!);
  return state;
}

export function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`);
  const head = Buffer.alloc(1 + LENGTH_BYTES);
  head.write('Q');
  head.writeInt32BE(LENGTH_BYTES + text.length, 1);
  return Buffer.concat([head, text]);
}

function* frames(bytes: Buffer): Generator<{ readonly kind: string; readonly end: number }> {
  for (let at = 0; at + LENGTH_BYTES < bytes.length;) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) return;
    yield { kind: String.fromCharCode(bytes[at]!), end };
    at = end;
  }
}
