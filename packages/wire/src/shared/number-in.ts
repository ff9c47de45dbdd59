import { z } from 'zod';
import { blankAsAbsent } from './blank-as-absent.ts';

/**
 * A number that may be left out, from `least` to `most`; outside is refused with field, value and range (R2). Left out,
 * `null` or blank it is `preset`, which the description then names as the default.
 */
export function numberIn<const P extends number | undefined = undefined>(
  least: number,
  most: number,
  kind: 'whole' | 'any' = 'any',
  preset?: P,
): z.ZodType<number | P, number | null | undefined> {
  const wanted = `must be a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}`;
  const error = (issue: { readonly input?: unknown }): string => `${wanted}, not ${shown(issue.input)}`;
  const number = (kind === 'whole' ? z.int({ error }) : z.number({ error }))
    .min(least, { error })
    .max(most, { error })
    .nullish();
  const optional = blankAsAbsent<number | null | undefined, number | null | undefined>(
    preset === undefined ? number : number.default(preset),
  );
  return optional.transform((value) => value ?? (preset as P));
}

function shown(value: unknown): string {
  return typeof value === 'number'
    ? String(value)
    : Array.isArray(value)
      ? 'a list'
      : `a value of type ${typeof value}`;
}
