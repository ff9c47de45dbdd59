import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { readForeignListing, type ForeignListing } from './foreign-listing.ts';

/** The listing of a foreign collection, kept for a while. */
export interface KeptListing {
  /** `points`: how many there are by the latest word. */
  current(points: number): Promise<ForeignListing>;
  /** One that was read after `outdated`. */
  renewed(outdated: ForeignListing | undefined, points: number): Promise<ForeignListing>;
}

/** Nothing wrong is cited from an older listing, but what is new is not found by its address. */
const FRESH_MS = 60_000;
/** A listing that takes longer to read is renewed while the one before still serves. */
const QUICK_MS = 1_000;
/** No more than this share of the time is spent on renewing by the clock, and this on what is being written to. */
const BY_AGE = 1 / 20;
const BY_COUNT = 1 / 5;

interface Kept {
  readonly listing: ForeignListing;
  readonly points: number;
  readonly readAt: number;
  readonly took: number;
}

/** `now` in milliseconds, of a clock that only goes forward. */
export function keepListing(calls: QdrantCalls, base: string, now: () => number): KeptListing {
  let kept: Kept | undefined;
  let reading: Promise<ForeignListing> | undefined;

  function read(points: number): Promise<ForeignListing> {
    const readAt = now();
    reading ??= readForeignListing(calls, base)
      .then((listing) => {
        kept = { listing, points, readAt, took: now() - readAt };
        return listing;
      })
      .finally(() => (reading = undefined));
    return reading;
  }

  return {
    async current(points) {
      if (kept === undefined) return read(points);
      const { listing, took } = kept;
      const age = now() - kept.readAt;
      const isOld = age >= Math.max(FRESH_MS, took / BY_AGE);
      const isOther = points !== kept.points && (took < QUICK_MS || age >= took / BY_COUNT);
      if (!isOld && !isOther) return listing;
      const next = read(points);
      if (took < QUICK_MS) return next;
      // Whoever comes after it failed tries again.
      next.catch(() => undefined);
      return listing;
    },
    renewed: async (outdated, points) =>
      kept !== undefined && kept.listing !== outdated ? kept.listing : read(points),
  };
}
