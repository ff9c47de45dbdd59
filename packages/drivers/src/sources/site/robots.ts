/**
 * `robots.txt` as RFC 9309 has it.
 *
 * Groups: consecutive `user-agent` lines share the rules that follow; a rule ends the list of names, unknown lines do not.
 * All groups that name our product token are one group; only without any do the groups for `*` count. A token is the leading
 * letters, `-` and `_` of the name, compared without regard to case.
 *
 * Rules: the pattern with most octets wins, `allow` wins a tie, no match means allowed, and so is `/robots.txt` itself. Both
 * sides are compared in one spelling: escapes of unreserved characters decoded, other escapes in upper case, everything
 * beyond ASCII escaped. `*` stands for any run of characters and a final `$` for the end; in an address the two characters are
 * compared in their escaped form, so that only `%2A` and `%24` in a rule mean them literally.
 *
 * `Crawl-delay` and `Sitemap` are not part of the standard but are read by everybody: the one as a rule of its group, the other
 * as belonging to none.
 */

export interface Robots {
  /** `path` with its query, as in a URL. */
  allows(path: string): boolean;
  /** Milliseconds; 0 when none is asked for. */
  readonly crawlDelayMs: number;
  /** As written: may be relative or nonsense. */
  readonly sitemaps: readonly string[];
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number;
}

interface Rule {
  readonly allow: boolean;
  readonly matches: (path: string) => boolean;
  readonly length: number;
}

export function parseRobots(text: string, userAgent: string): Robots {
  const own: Group = { rules: [], crawlDelayMs: 0 };
  const everyone: Group = { rules: [], crawlDelayMs: 0 };
  const sitemaps: string[] = [];
  const token = productToken(userAgent);
  let ownNamed = false;
  let groups = new Set<Group>();
  let naming = false;

  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const content = value.trim();
    switch (name.toLowerCase()) {
      case 'user-agent':
        if (!naming) groups = new Set();
        naming = true;
        if (/^\*(?:\s|$)/.test(content)) groups.add(everyone);
        else if (productToken(content) === token && token !== '') {
          groups.add(own);
          ownNamed = true;
        }
        break;
      case 'allow':
      case 'disallow':
        naming = false;
        if (content === '') break;
        for (const group of groups) group.rules.push(rule(content, name.toLowerCase() === 'allow'));
        break;
      case 'crawl-delay':
        naming = false;
        if (/^\d+(?:\.\d+)?$/.test(content)) {
          for (const group of groups) group.crawlDelayMs = Number(content) * 1_000;
        }
        break;
      case 'sitemap':
        if (content !== '') sitemaps.push(content);
        break;
    }
  }

  const { rules, crawlDelayMs } = ownNamed ? own : everyone;
  return {
    allows: (path) => path === '/robots.txt' || isAllowed(rules, spelling(path, true)),
    crawlDelayMs,
    sitemaps,
  };
}

/** Whether `path` begins with `pattern`, where `*` and a final `$` mean what they mean in `robots.txt`. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const { matches } = rule(pattern, true);
  return (path) => matches(spelling(path, true));
}

function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const candidate of rules) {
    const stronger =
      best === undefined ||
      candidate.length > best.length ||
      (candidate.length === best.length && candidate.allow && !best.allow);
    if (stronger && candidate.matches(path)) best = candidate;
  }
  return best?.allow ?? true;
}

function rule(pattern: string, allow: boolean): Rule {
  const spelled = spelling(pattern, false);
  const atEnd = spelled.endsWith('$');
  const parts = (atEnd ? spelled.slice(0, -1) : spelled).split('*');
  const [first = ''] = parts;
  const middle = parts.slice(1, atEnd && parts.length > 1 ? -1 : undefined);
  const last = parts.at(-1)!;
  function matches(path: string): boolean {
    if (!path.startsWith(first)) return false;
    if (atEnd && parts.length === 1) return path === first;
    let at = first.length;
    for (const part of middle) {
      const found = path.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return !atEnd || (path.endsWith(last) && path.length - last.length >= at);
  }
  return { allow, matches, length: spelled.length };
}

/** One spelling for all ways to write a path. */
function spelling(path: string, literal: boolean): string {
  return path
    .replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
    })
    .replace(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(literal ? /[*$]/g : /\$(?!$)/g, (character) => (character === '*' ? '%2A' : '%24'));
}

function productToken(userAgent: string): string {
  return /^[a-z_-]*/i.exec(userAgent.trim())![0].toLowerCase();
}
