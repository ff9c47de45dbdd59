import { IbidError } from '../types/ibid-error.ts';
import { toMicro } from './prices.ts';

/** What may be used at most; 0 = nothing. A side that is left out has no cap. */
export interface Cap {
  /** Input and output together; a whole number. */
  readonly tokens?: number;
  /** In the currency of the prices; at most six decimals. */
  readonly cost?: number;
}

export interface SpendingCaps {
  /** Everybody together, on one UTC day. */
  readonly perDay?: Cap;
  /** One site key, on one UTC day. */
  readonly perSiteKey?: Cap;
  /** One client, on one UTC day. */
  readonly perClient?: Cap;
  /** One conversation, over its whole life. */
  readonly perSession?: Cap;
}

export type CapName = keyof SpendingCaps;

export interface ExactCap {
  readonly maxTokens: number | undefined;
  /** In millionths of the currency. */
  readonly maxMicroCost: number | undefined;
}

/** In the order in which they are tried. */
const CAP_NAMES: readonly CapName[] = ['perDay', 'perSiteKey', 'perClient', 'perSession'];

/** The caps that were given. Throws `INVALID_CONFIG` on a value that cannot be one. */
export function readCaps(caps: SpendingCaps): ReadonlyMap<CapName, ExactCap> {
  return new Map(
    CAP_NAMES.flatMap((name): [CapName, ExactCap][] => {
      const { tokens, cost } = caps[name] ?? {};
      if (tokens === undefined && cost === undefined) return [];
      if (tokens !== undefined && !(Number.isSafeInteger(tokens) && tokens >= 0)) {
        throw new IbidError('INVALID_CONFIG', `The cap \`${name}.tokens\` is ${tokens}; give a whole number from 0`);
      }
      const maxMicroCost = cost === undefined ? undefined : toMicro(`The cap \`${name}.cost\``, cost);
      return [[name, { maxTokens: tokens, maxMicroCost }]];
    }),
  );
}

/**
 * For owners who set none: some three hundred answers a day, which cost less than a dollar with small models of 2026 and some
 * twenty with large ones. In tokens, because prices are not known.
 */
export const DEFAULT_CAPS: SpendingCaps = { perDay: { tokens: 2_000_000 } };
