import type { OpenRequest } from '../../config/index.ts';
import type { MountOptions, PanelHandle } from '../../panel/mount-panel.tsx';

/** Replaces the panel: a dialog with a field; `window.opened` records the requests. */
export async function mountPanel({ root }: MountOptions): Promise<PanelHandle> {
  const listeners = new Set<() => void>();
  const dialog = document.createElement('dialog');
  dialog.append(document.createElement('textarea'));
  root.append(dialog);
  let opener: HTMLElement | undefined;
  const toggle = (isOpen: boolean): void => {
    dialog.toggleAttribute('open', isOpen);
    for (const listener of listeners) listener();
  };
  return {
    open(request) {
      const { opener: given, ...rest } = request;
      opener = given;
      window.opened.push({ ...rest, ...(given && { opener: given.className || given.id }) });
      toggle(true);
      if (request.restored !== true) dialog.querySelector('textarea')!.focus();
    },
    close() {
      toggle(false);
      opener?.focus();
    },
    isOpen: () => dialog.open,
    onToggle(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      dialog.remove();
    },
  };
}

declare global {
  interface Window {
    opened: (Omit<OpenRequest, 'opener'> & { readonly opener?: string })[];
  }
}
