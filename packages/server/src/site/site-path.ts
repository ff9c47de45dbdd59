/** A path as names below a folder. */
export interface SitePath {
  /** Decoded; none for the folder itself. */
  readonly names: readonly string[];
  readonly hasSlash: boolean;
}

const LONGEST_PATH = 2_048;
/** Bytes; the limit of common file systems. */
const LONGEST_NAME = 255;

/**
 * The names in a path as a client sent it, `undefined` for one that no site has a page at: with empty names, names that lead
 * upwards or are hidden, separators or control characters in disguise, broken encodings, or beyond what file systems take.
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

/** True if a name may be served: hidden ones may not, except the folder `.well-known` at the top. */
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
