import type { CodeHighlighter, HostPage, PageContext } from '@ibid/widget/config';

/** The site around the panel. What only an open panel needs comes with it: until then it leads nowhere. */
export type DocusaurusHost = { -readonly [K in keyof HostPage]: HostPage[K] };

interface HostParts extends SitePlace {
  /** Selector of what counts as the text of a page. */
  readonly content: string;
  readonly locale: string;
  readonly version: () => string;
  /** Called after each navigation; the same as long as the page is loaded. */
  readonly listeners: Set<() => void>;
}

export function docusaurusHost(parts: HostParts): DocusaurusHost {
  const { content, locale, version, listeners } = parts;
  return {
    highlightCode: undefined as CodeHighlighter | undefined,
    current: () => ({ ...readPlace(content), url: addressHere(parts), locale, version: version() }),
    onNavigate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hrefOf: () => '',
    go: () => Promise.resolve(false),
  };
}

export interface SitePlace {
  /** Address of the locale's root as the index knows it; with a slash at its end. */
  readonly root: string;
  /** With a slash at its end. */
  readonly baseUrl: string;
  /** Path of the page that is open, as the site would have it without the hash router. */
  readonly path: () => string;
}

/** Address of the page that is open, as the index knows it. */
export function addressHere({ root, baseUrl, path }: SitePlace): string {
  const here = path();
  return (
    root + (here.startsWith(baseUrl) ? here.slice(baseUrl.length) : '').replace(/(?:(?:^|\/)index\.html)?\/*$/u, '')
  );
}

/** Title of the page, and the last heading that has come into the upper third of the window. Small: every page loads it. */
function readPlace(content: string): Pick<PageContext, 'title' | 'section'> {
  const read = [...document.querySelectorAll(`:is(${content}) :is(h2,h3,h4,h5,h6)[id]`)].filter(
    (heading) => heading.checkVisibility() && heading.getBoundingClientRect().top < innerHeight / 3,
  );
  const heading = scrollY > 0 || location.hash !== '' ? read.at(-1) : undefined;
  return {
    title: textOf(document.querySelector('main h1')) || document.title,
    section: heading && { id: heading.id, title: textOf(heading) },
  };
}

/** Without the link to itself, whose only character is one of no width. */
function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replaceAll('\u200B', '').trim();
}

/** Path of the page that is open, as the site would have it without the hash router. */
export function pathHere(baseUrl: string, hashRouter: boolean): string {
  return hashRouter ? baseUrl + location.hash.replace(/^#\/?|[?#].*/gu, '') : location.pathname;
}

/**
 * The version whose pages answer unless the reader chooses otherwise: the one being read or, on pages without a version, the latest.
 * `''` where versions mean nothing, and where several sets of docs have versions of their own and none of them is being read.
 *
 * `latest` holds, for each set of docs with several versions, the latest one; `version` and `tag` (such as `docs-default-2.0`) are what the
 * page says of itself in its head, `''` where it says nothing.
 */
export function versionRead(latest: Readonly<Record<string, string>>, version: string, tag: string): string {
  const ids = Object.keys(latest);
  if (ids.some((id) => tag === `docs-${id}-${version}`)) return version;
  return ids.length === 1 ? latest[ids[0]!]! : '';
}
