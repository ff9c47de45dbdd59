/** Keeps the largest of the values offered, until those kept have `limit` places together. */
export interface BestPlaces {
  /** The value of an item, which takes as many places as `placesOf` says, at least one, or else one. */
  offer(value: number, item: number): void;
  /** The largest value that, with all above it, has `limit` places; minus infinity while there are fewer. */
  threshold(): number;
}

export function bestPlaces(limit: number, placesOf?: ArrayLike<number>): BestPlaces {
  // Ascending. Few values get past the first comparison, and few are kept, so that inserting costs little.
  const values: number[] = [];
  const places: number[] = [];
  let total = 0;
  return {
    offer(value, item) {
      if (total >= limit && value <= values[0]!) return;
      let at = 0;
      while (at < values.length && values[at]! < value) at++;
      const taken = placesOf?.[item] ?? 1;
      values.splice(at, 0, value);
      places.splice(at, 0, taken);
      total += taken;
      while (total - places[0]! >= limit) {
        total -= places.shift()!;
        values.shift();
      }
    },
    threshold: () => (total < limit ? Number.NEGATIVE_INFINITY : values[0]!),
  };
}
