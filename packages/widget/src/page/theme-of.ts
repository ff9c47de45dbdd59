export type Theme = 'light' | 'dark';

/**
 * Theme of the site at the position of `root`: `data-theme` of the nearest element around it, including shadow hosts; else the
 * site's `color-scheme`; else the reader's preference.
 */
export function themeOf(root: HTMLElement | ShadowRoot): Theme {
  const elements = around(root);
  for (const { dataset } of elements) {
    if (dataset['theme'] === 'dark' || dataset['theme'] === 'light') return dataset['theme'];
  }
  const scheme = elements[0] === undefined ? '' : getComputedStyle(elements[0]).colorScheme;
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The elements around `root`, including shadow hosts, from the inside out. */
export function around(root: HTMLElement | ShadowRoot): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  let node: Node | null = root;
  while (node !== null) {
    if (node instanceof HTMLElement) found.push(node);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return found;
}
