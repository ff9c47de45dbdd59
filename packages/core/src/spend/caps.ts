import { IbidError } from '../types/ibid-error.ts';
import { toMicro } from './prices.ts';

/** Upper limits; 0 allows nothing. A field that is left out has no limit. */
export interface Cap {
  /** Input and output tokens together; a whole number. */
  readonly tokens?: number;
  /** Cost in the currency of the prices; at most six decimals. */
  readonly cost?: number;
}

export interface SpendingCaps {
  /** All users together, per UTC day. */
  readonly perDay?: Cap;
  /** One site key, per UTC day. */
  readonly perSiteKey?: Cap;
  /** One client, per UTC day. */
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

/** In the order of checking. */
const CAP_NAMES: readonly CapName[] = ['perDay', 'perSiteKey', 'perClient', 'perSession'];

/** Returns the caps that are set. Throws `INVALID_CONFIG` on an invalid value. */
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
 * Used when the owner sets no caps: about three hundred answers a day, which cost less than a dollar with small models of 2026 and about
 * twenty dollars with large ones. In tokens, because the prices are not known.
 */
export const DEFAULT_CAPS: SpendingCaps = { perDay: { tokens: 2_000_000 } };
