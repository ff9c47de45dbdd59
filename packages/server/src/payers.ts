import type { CallOptions, Payer } from '@ibid/core/types';
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Client of a question, as the server knows it. */
export interface Asker {
  readonly client: string;
  /** As it was sent; counts only when the owner has listed it. */
  readonly siteKey: string | undefined;
  readonly sessionId: string | undefined;
}

export interface PayersOptions {
  readonly siteKeys: readonly string[];
  readonly date: () => Date;
  /** See `AppOptions.clientKey`. */
  readonly clientKey?: ((day: string, options: CallOptions) => Promise<Uint8Array>) | undefined;
  /** Longest that a question waits for the key; default 1,000. */
  readonly patienceMs?: number;
}

/** After a failure it is not asked for again with each question. */
const PAUSE_MS = 5_000;

/**
 * The accounts on which a question is booked. An address is hashed with a key that lives as long as the process, or as long as the
 * UTC day where servers share keys, so that nobody can look it up in the ledger afterwards: a client's count starts again
 * with the key, that of all together does not. Never rejects: while the shared key is not to be had, that of the process serves.
 */
export function payers(options: PayersOptions): (asker: Asker) => Promise<Payer> {
  const { siteKeys, date, clientKey, patienceMs = 1_000 } = options;
  const ownKey = randomBytes(32);
  const listed = new Set(siteKeys);
  let known: { readonly day: string; readonly key: Uint8Array } | undefined;
  let asking: Promise<void> | undefined;
  let quietUntil = 0;

  const sharedKey = async (day: string, ask: NonNullable<typeof clientKey>): Promise<Uint8Array> => {
    if (known?.day !== day && performance.now() >= quietUntil) {
      asking ??= ask(day, { signal: AbortSignal.timeout(patienceMs) })
        .then((key) => void (known = { day, key }))
        .catch(() => void (quietUntil = performance.now() + PAUSE_MS))
        .finally(() => (asking = undefined));
      await asking;
    }
    return known?.day === day ? known.key : ownKey;
  };

  return async ({ client, siteKey, sessionId }) => {
    const day = date().toISOString().slice(0, 10);
    const key = clientKey === undefined ? ownKey : await sharedKey(day, clientKey);
    return {
      client: createHmac('sha256', key).update(client).digest('hex').slice(0, 32),
      ...(siteKey !== undefined && listed.has(siteKey) ? { siteKey: hashed(siteKey) } : {}),
      ...(sessionId === undefined ? {} : { session: hashed(sessionId) }),
    };
  };
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
