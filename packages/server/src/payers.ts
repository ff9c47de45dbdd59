import type { CallOptions, Payer } from '@ibid/core/types';
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The client of a request, as the server identifies it. */
export interface Asker {
  readonly client: string;
  /** As sent; counts only if the owner has listed it. */
  readonly siteKey: string | undefined;
}

export interface PayersOptions {
  readonly siteKeys: readonly string[];
  readonly date: () => Date;
  /** See `AppOptions.clientKey`. */
  readonly clientKey?: ((day: string, options: CallOptions) => Promise<Uint8Array>) | undefined;
  /** Maximum milliseconds that a question waits for the key; default 1,000. */
  readonly patienceMs?: number;
}

/** Delay after a failure before the key is requested again. */
const PAUSE_MS = 5_000;

/**
 * Returns the accounts to which a question is charged. Addresses are hashed with a key that is valid while the process runs, or for the UTC
 * day if servers share keys, so that nobody can look up an address in the ledger later. A new key resets a client's count, but not the
 * total. Never rejects: if the shared key is not available, the process's own key is used.
 */
export function payers(options: PayersOptions): (asker: Asker, sessionId?: string) => Promise<Payer> {
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

  return async ({ client, siteKey }, sessionId) => {
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
