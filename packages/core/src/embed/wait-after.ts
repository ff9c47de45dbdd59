const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * Milliseconds to wait after so many failures before this one: doubled from half a second to half a minute, shortened at random by up to
 * a half. A number in `asked` is the least wait, lengthened at random by up to a tenth. `random`: 0 inclusive to 1 exclusive.
 */
export function waitAfter(failures: number, asked: unknown, random: number): number {
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (1 - random / 2);
  return typeof asked === 'number' && asked > 0 ? Math.max(own, asked * (1 + random / 10)) : own;
}
