import type { Payer } from '@ibid/core';
import { createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** Who asks, as the server knows them. */
export interface Asker {
  readonly client: string;
  /** As it was sent; counts only when the owner has listed it. */
  readonly siteKey: string | undefined;
  readonly sessionId: string | undefined;
}

/**
 * The accounts on which a question is booked. An address is hashed with a key that lives as long as the process, so that nobody
 * can look it up in the ledger (R20): a client's count begins anew with the server, that of all together does not.
 */
export function payers(siteKeys: readonly string[]): (asker: Asker) => Payer {
  const key = createSecretKey(randomBytes(32));
  const listed = new Set(siteKeys);
  return ({ client, siteKey, sessionId }) => ({
    client: createHmac('sha256', key).update(client).digest('hex').slice(0, 32),
    ...(siteKey !== undefined && listed.has(siteKey) ? { siteKey: hashed(siteKey) } : {}),
    ...(sessionId === undefined ? {} : { session: hashed(sessionId) }),
  });
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
