import type { CodeHighlighter, HostPage, PageContext } from '@ibid/widget/config';

/** The site around the panel. Links and navigation are filled in when the panel is loaded; until then they do nothing. */
export type DocusaurusHost = { -readonly [K in keyof HostPage]: HostPage[K] };

interface HostParts extends SiteLocation {
  /** Selector of the main text of a page. */
  readonly content: string;
  readonly locale: string;
  readonly version: () => string;
  /** Called after each navigation. The same set for the lifetime of the page. */
  readonly listeners: Set<() => void>;
}

export function docusaurusHost(parts: HostParts): DocusaurusHost {
  const { content, locale, version, listeners } = parts;
  return {
    highlightCode: undefined as CodeHighlighter | undefined,
    current: () => ({ ...readPosition(content), url: addressHere(parts), locale, version: version() }),
    onNavigate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hrefOf: () => '',
    go: () => Promise.resolve(false),
  };
}

export interface SiteLocation {
  /** Root address of the locale as in the index, with a trailing slash. */
  readonly root: string;
  /** With a trailing slash. */
  readonly baseUrl: string;
  /** Path of the open page, without the hash router's `#`. */
  readonly path: () => string;
}

/** Address of the open page as in the index. */
export function addressHere({ root, baseUrl, path }: SiteLocation): string {
  const here = path();
  return (
    root + (here.startsWith(baseUrl) ? here.slice(baseUrl.length) : '').replace(/(?:(?:^|\/)index\.html)?\/*$/u, '')
  );
}

/** Title of the page, and the last heading that has scrolled into the upper third of the window. Kept small, because every page loads it. */
function readPosition(content: string): Pick<PageContext, 'title' | 'section'> {
  const read = [...document.querySelectorAll(`:is(${content}) :is(h2,h3,h4,h5,h6)[id]`)].filter(
    (heading) => heading.checkVisibility() && heading.getBoundingClientRect().top < innerHeight / 3,
  );
  const heading = scrollY > 0 || location.hash !== '' ? read.at(-1) : undefined;
  return {
    title: textOf(document.querySelector('main h1')) || document.title,
    section: heading && { id: heading.id, title: textOf(heading) },
  };
}

/** Text without the heading's link to itself, which contains only a zero-width space. */
function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replaceAll('\u200B', '').trim();
}

/** Path of the open page, without the hash router's `#`. */
export function pathHere(baseUrl: string, hashRouter: boolean): string {
  return hashRouter ? baseUrl + location.hash.replace(/^#\/?|[?#].*/gu, '') : location.pathname;
}

/**
 * Version to search unless the reader chooses another one: the version of the open page or, on pages without a version, the latest. Returns
 * `''` if no docs have several versions, or if several sets of docs do and the open page belongs to none of them.
 *
 * `latest` contains the latest version of each set of docs with several versions. `version` and `tag` (such as `docs-default-2.0`) come
 * from the head of the page; `''` if missing.
 */
export function versionRead(latest: Readonly<Record<string, string>>, version: string, tag: string): string {
  const ids = Object.keys(latest);
  if (ids.some((id) => tag === `docs-${id}-${version}`)) return version;
  return ids.length === 1 ? latest[ids[0]!]! : '';
}

/** Calls all listeners. An error in one is reported and affects neither the others nor the site, which calls this during rendering. */
export function notify(listeners: Iterable<() => void>): void {
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      reportError(error);
    }
  }
}
