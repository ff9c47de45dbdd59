/** A path as file names below a folder. */
export interface SitePath {
  /** Decoded names; empty for the folder itself. */
  readonly names: readonly string[];
  readonly hasSlash: boolean;
}

const LONGEST_PATH = 2_048;
/** Limits of file systems. */
const LONGEST_NAME = 255;

/**
 * Splits a request path into names. Returns `undefined` for a path that no page can have: with empty, hidden or upward names, encoded
 * separators or control characters, invalid encoding, or names too long for a file system.
 */
export function sitePath(pathname: string): SitePath | undefined {
  if (!pathname.startsWith('/') || pathname.length > LONGEST_PATH) return undefined;
  const parts = pathname.slice(1).split('/');
  const hasSlash = parts.at(-1) === '';
  if (hasSlash) parts.pop();
  const names: string[] = [];
  for (const [i, part] of parts.entries()) {
    const name = decoded(part);
    if (name === undefined || !isPlainName(name, i === 0)) return undefined;
    names.push(name);
  }
  return { names, hasSlash };
}

/** Returns true if a file of this name may be served. Hidden files are excluded, except the standard folder `.well-known`. */
export function isPlainName(name: string, isFirst: boolean): boolean {
  if (name === '' || /[\u0000-\u001F\u007F/\\]/u.test(name) || Buffer.byteLength(name) > LONGEST_NAME) return false;
  return !name.startsWith('.') || (isFirst && name === '.well-known');
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
