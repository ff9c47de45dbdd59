import { sha256Hex } from '../hash/sha256-hex.ts';
import type { Payer } from '../types/ask-options.ts';
import type { LedgerAccount } from '../types/ledger.ts';
import type { CapName, ExactCap } from './caps.ts';

export interface PayerAccount {
  readonly name: CapName;
  readonly account: LedgerAccount;
}

const NO_CAP: ExactCap = { maxTokens: undefined, maxMicroCost: undefined };

/**
 * What a question of this payer is booked on: always the day, and of site key, client and session those that have a cap, so that
 * nothing is kept of people for nothing. Keys are hashed again: the id of a session is the right to read it, and a
 * client's key might come in clear.
 */
export function payerAccounts(payer: Payer, day: string, caps: ReadonlyMap<CapName, ExactCap>): PayerAccount[] {
  const own = (name: CapName, kind: string, key: string | undefined, of: string): PayerAccount[] => {
    const cap = caps.get(name);
    if (cap === undefined || key === undefined) return [];
    const hash = sha256Hex(`ibid ledger ${kind} ${key}`).slice(0, 32);
    return [{ name, account: { key: `${kind}:${hash}`, day: of, ...cap } }];
  };
  return [
    { name: 'perDay', account: { key: 'all', day, ...(caps.get('perDay') ?? NO_CAP) } },
    ...own('perSiteKey', 'site-key', payer.siteKey, day),
    ...own('perClient', 'client', payer.client, day),
    ...own('perSession', 'session', payer.session, ''),
  ];
}
