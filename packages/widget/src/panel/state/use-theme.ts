import { useCallback, useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

/**
 * How the site looks where the panel stands: `data-theme` of the nearest element around it, shadow hosts included; else the site's own
 * `color-scheme`; else what the reader prefers.
 */
export function useTheme(root: HTMLElement | ShadowRoot): Theme {
  const subscribe = useCallback(
    (listener: () => void) => {
      const observer = new MutationObserver(listener);
      for (const element of around(root)) observer.observe(element, { attributes: true });
      const preference = matchMedia('(prefers-color-scheme: dark)');
      preference.addEventListener('change', listener);
      return () => {
        observer.disconnect();
        preference.removeEventListener('change', listener);
      };
    },
    [root],
  );
  return useSyncExternalStore(subscribe, () => themeOf(root));
}

function themeOf(root: HTMLElement | ShadowRoot): Theme {
  const elements = around(root);
  for (const { dataset } of elements) {
    if (dataset['theme'] === 'dark' || dataset['theme'] === 'light') return dataset['theme'];
  }
  const scheme = elements[0] === undefined ? '' : getComputedStyle(elements[0]).colorScheme;
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** From the inside out. */
function around(root: HTMLElement | ShadowRoot): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  let node: Node | null = root;
  while (node !== null) {
    if (node instanceof HTMLElement) found.push(node);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return found;
}
