/**
 * One string that harms wherever text is taken for something else. In `template`, `«id»` stands for the number by which what it
 * does is told: a script calls `__hit(«id»)` or opens a dialog, a request goes to `evil.example/«id»`.
 */
export interface Payload {
  /** Kind and way, such as `markup/svg onload`. */
  readonly name: string;
  readonly template: string;
}

/** The string, with `id` (digits) in all that it does. */
export function writePayload({ template }: Payload, id: number): string {
  return template.replaceAll('«id»', String(id));
}

/**
 * Every carrier with the first of `fillings`, and with `each - 1` others that change from carrier to carrier, so that over all carriers
 * every filling is used. `slot` is what stands in a carrier for a filling.
 */
export function combine(options: {
  readonly kind: string;
  readonly carriers: readonly string[];
  readonly slot: string;
  readonly fillings: readonly string[];
  readonly each: number;
}): readonly Payload[] {
  const { kind, carriers, slot, fillings, each } = options;
  return carriers.flatMap((carrier, at) =>
    Array.from({ length: Math.min(each, fillings.length) }, (_, turn) => {
      const other = 1 + ((at * (each - 1) + turn - 1) % (fillings.length - 1));
      const filling = fillings[turn === 0 ? 0 : other]!;
      return { name: `${kind}/${carrier.slice(0, 40)}`, template: carrier.replaceAll(slot, filling) };
    }),
  );
}
