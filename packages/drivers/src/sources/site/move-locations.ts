/**
 * Sitemaps carry the addresses that a site was built for. Served elsewhere, on a preview host or on this machine, they name
 * pages of another origin or below another directory. Their paths still say what there is, so they are moved to where the
 * site is served: as they are, where they lie below the start's directory, and else, or when those do not exist, with their
 * common directory replaced by the start's. What comes out is a guess, always of the start's own origin and directory.
 */
export interface MovedLocations {
  /** Origin and common directory that the locations were written for. */
  readonly from: string;
  /** Ways to move them, likeliest first; none is empty. */
  readonly guesses: readonly (readonly string[])[];
}

/** Of several hosts only the one that is named most counts. `base` is a path with `/` at both ends. */
export function moveLocations(locations: readonly string[], origin: string, base: string): MovedLocations | undefined {
  const byHost = new Map<string, URL[]>();
  for (const location of locations) {
    if (!URL.canParse(location)) continue;
    const url = new URL(location);
    const sameHost = byHost.get(url.host);
    if (sameHost === undefined) byHost.set(url.host, [url]);
    else sameHost.push(url);
  }
  let urls: readonly URL[] = [];
  for (const sameHost of byHost.values()) if (sameHost.length > urls.length) urls = sameHost;
  const first = urls[0];
  if (first === undefined) return undefined;
  const paths = [...new Set(urls.map(({ pathname }) => pathname))];
  const folder = commonFolder(paths);
  const below = paths.filter((path) => `${path}/`.startsWith(base));
  const guesses = [below, ...(folder === base ? [] : [paths.map((path) => base + path.slice(folder.length))])];
  return {
    from: first.origin + folder,
    guesses: guesses.filter(({ length }) => length > 0).map((moved) => moved.map((path) => origin + path)),
  };
}

/** With `/` at both ends. The directory itself is often named without its slash. */
function commonFolder(paths: readonly string[]): string {
  let folder = `${paths[0]!}/`.replace(/\/+$/, '/');
  for (const path of paths) while (!`${path}/`.startsWith(folder)) folder = parent(folder.slice(0, -1));
  return paths.length === 1 ? parent(paths[0]!) : folder;
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
