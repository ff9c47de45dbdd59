import type { SearchHandle, SearchMountOptions } from '../../search/mount-search.ts';

/** Replaces the search box: it has the attribute `open` while open. */
export async function mountSearch({ root }: SearchMountOptions): Promise<SearchHandle> {
  const box = document.createElement('search');
  const input = document.createElement('input');
  box.append(input);
  root.append(box);
  return {
    toggle() {
      if (box.toggleAttribute('open')) input.focus();
    },
    dispose: () => box.remove(),
  };
}
