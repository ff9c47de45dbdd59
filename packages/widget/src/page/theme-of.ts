export type Theme = 'light' | 'dark';

/** How the site looks where `root` stands: by `data-theme` of the nearest element around it, shadow hosts included; else by the site's own `color-scheme`; else by what the reader prefers. */
export function themeOf(root: HTMLElement | ShadowRoot): Theme {
  const elements = around(root);
  for (const { dataset } of elements) {
    if (dataset['theme'] === 'dark' || dataset['theme'] === 'light') return dataset['theme'];
  }
  const scheme = elements[0] === undefined ? '' : getComputedStyle(elements[0]).colorScheme;
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** From the inside out. */
export function around(root: HTMLElement | ShadowRoot): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  let node: Node | null = root;
  while (node !== null) {
    if (node instanceof HTMLElement) found.push(node);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return found;
}
