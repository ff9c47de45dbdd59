import type { IncomingMessage } from 'node:http';

export interface ReadBody {
  /** `undefined` for a body that is too long. */
  readonly bytes: Buffer | undefined;
  readonly length: number;
}

/** Reads to the end whatever the length, so that the refusal of a long body is heard; keeps no more than `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > limit) parts.length = 0;
    else parts.push(part as Buffer);
  }
  return { bytes: length > limit ? undefined : Buffer.concat(parts), length };
}
