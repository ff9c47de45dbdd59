/** Begins with a hash of the file's content in hexadecimal, in which a word or a date would not pass. */
const HASHED = /[.-](?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{8,64}(?:\.min)?\.(?!html?$)\w+$/u;

/**
 * How long a file of the site may be kept: for good where its name carries a hash of its content, as generators name what they
 * bundle below `assets`; otherwise it is asked for again each time, and costs nothing while it is unchanged.
 */
export function cacheControl(names: readonly string[]): string {
  const isBundled = names.slice(0, -1).includes('assets') && HASHED.test(names.at(-1) ?? '');
  return isBundled ? 'public, max-age=31536000, immutable' : 'no-cache';
}
