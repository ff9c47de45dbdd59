import type { SpendingCaps } from './caps.ts';

/**
 * For owners who set none: some three hundred answers a day, which cost less than a dollar with small models of 2026 and some
 * twenty with large ones. In tokens, because prices are not known.
 */
export const DEFAULT_CAPS: SpendingCaps = { perDay: { tokens: 2_000_000 } };
