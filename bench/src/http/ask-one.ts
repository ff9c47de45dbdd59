import { request, type Agent } from 'node:http';
import type { AskedRequest } from './asked-request.ts';

export interface OneReply {
  readonly status: number;
  readonly text: string;
  /** True if the reply is complete. */
  readonly whole: boolean;
}

/** Resolves for every reply, complete or not; rejects only if the connection fails. */
export function askOne(url: string, { method, path, headers, body }: AskedRequest, agent?: Agent): Promise<OneReply> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers, agent }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('close', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: reply.statusCode ?? 0, text, whole: reply.complete });
      });
      // `whole` reports a cut reply.
      reply.on('error', () => {});
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
