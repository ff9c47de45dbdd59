/**
 * Tells, now and on each change, whether the page is dark. What common generators write on `<html>` or `<body>` counts first, then the colour
 * of the text, since a page may have no dark side whatever the system prefers.
 */
export function watchScheme(told: (scheme: 'dark' | 'light') => void, signal: AbortSignal): void {
  let last: string | undefined;
  const look = (): void => {
    const scheme = schemeOf(document.documentElement) ?? schemeOf(document.body) ?? schemeOfText();
    if (scheme === last) return;
    last = scheme;
    told(scheme);
  };
  const observer = new MutationObserver(look);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  signal.addEventListener('abort', () => observer.disconnect());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look, { signal });
  look();
}

/** Docusaurus, Starlight and Sphinx themes; Bootstrap; MkDocs Material. */
const NAMED = ['data-theme', 'data-bs-theme', 'data-md-color-scheme'];

function schemeOf(element: HTMLElement): 'dark' | 'light' | undefined {
  const named = NAMED.map((name) => element.getAttribute(name)).find((value) => value !== null);
  if (named !== undefined && /^(?:dark|slate)$/u.test(named)) return 'dark';
  if (named !== undefined && /^(?:light|default)$/u.test(named)) return 'light';
  // VitePress and Tailwind; mdBook.
  return /(?:^|\s)(?:dark|(?:theme-)?(?:coal|navy|ayu))(?:\s|$)/u.test(element.className) ? 'dark' : undefined;
}

function schemeOfText(): 'dark' | 'light' {
  const color = /^rgba?\((\d+), (\d+), (\d+)/u.exec(getComputedStyle(document.body).color);
  if (color === null) return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const [, red, green, blue] = color.map(Number) as [number, number, number, number];
  return red * 0.3 + green * 0.6 + blue * 0.1 > 128 ? 'dark' : 'light';
}
