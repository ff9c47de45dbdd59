import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostPage, OpenRequest, WidgetConfig } from '../config/index.ts';
import { loadMessages } from '../messages/load-messages.ts';
import type { Messages } from '../messages/en.ts';
import { type PanelStore, createPanelStore } from '../store/create-panel-store.ts';
import { IbidPanel } from './ibid-panel.tsx';
import { createCell, useCell } from './state/panel-context.ts';

let mounted = 0;

/** Puts a closed panel into `root`. Its style sheet, `panel.css`, is for the caller to load. */
export async function mountPanel(options: MountOptions): Promise<PanelHandle> {
  const { root, config, host, component: Panel = IbidPanel } = options;
  const messages = { ...(await loadMessages(config.locale)), ...config.messages };
  const store = createPanelStore({
    config,
    current: () => host.current(),
    onNavigate: (listener) => host.onNavigate(listener),
  });
  const tree = root instanceof ShadowRoot ? root : document;
  const place = document.createElement('div');
  root.append(place);
  // The site's own root counts its ids from the same beginning.
  mounted += 1;
  const reactRoot = createRoot(place, { identifierPrefix: `ibid-${mounted}-` });
  const listeners = new Set<() => void>();
  let opener: HTMLElement | undefined;
  let isOpen = false;

  const requests = createCell<OpenRequest | undefined>(undefined);
  /** Rendered once: Preact begins to count ids anew when a root is rendered again. */
  const Requested = (): ReactNode => <Panel {...{ store, host, config, messages, root }} request={useCell(requests)} />;
  const stopListening = store.subscribe(() => {
    const now = store.getState().isOpen;
    if (now === isOpen) return;
    isOpen = now;
    if (!isOpen) giveFocusBack();
    for (const listener of listeners) listener();
  });

  /** To who opened it, unless the reader is busy elsewhere. */
  function giveFocusBack(): void {
    const isOurs = hasFocus();
    requestAnimationFrame(() => {
      const { activeElement: now } = document;
      if (!isOurs && !hasFocus() && now !== null && now !== document.body) return;
      opener?.focus({ preventScroll: true });
      // What opened it may be gone, as "Ask about this" is when it was pressed.
      if (opener === undefined || !opener.matches(':focus'))
        tree.querySelector<HTMLElement>('.ibid-launcher-button')?.focus({ preventScroll: true });
    });
  }
  function hasFocus(): boolean {
    return place.contains(tree.activeElement);
  }

  reactRoot.render(<Requested />);
  return {
    open(request) {
      if (!isOpen) opener = request.opener ?? activeElement();
      else if (request.opener !== undefined) opener = request.opener;
      if (request.selection !== undefined) store.attach(request.selection);
      if (request.question !== undefined) {
        const { question } = request;
        if (isAskedAtOnce(request)) whenShown(() => store.ask(question));
        else store.setDraft(question);
      }
      store.open();
      requests.set({ ...request });
    },
    close: () => store.close(),
    isOpen: () => store.getState().isOpen,
    onToggle(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stopListening();
      reactRoot.unmount();
      store.dispose();
      place.remove();
    },
  };
}

function activeElement(): HTMLElement | undefined {
  const element = document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : undefined;
}

/** Whether the question of a request is asked without the reader's doing. Who only shows the page, or links to it from elsewhere, shall spend nothing and send nothing of what was asked before. */
function isAskedAtOnce({ ask, linked }: OpenRequest): boolean {
  const isOwn = window === top && document.referrer.startsWith(`${location.origin}/`);
  return ask === true && (linked !== true || isOwn);
}

/** Acts now or, where the browser has made the page ready before the reader has come to it, when they do. */
function whenShown(act: () => void): void {
  if ((document as { readonly prerendering?: boolean }).prerendering !== true) act();
  else document.addEventListener('prerenderingchange', act, { once: true });
}

/** What the panel's component is given; a site may put its own in its place. */
export interface IbidPanelProps {
  readonly store: PanelStore;
  readonly host: HostPage;
  readonly config: WidgetConfig;
  /** Complete, in the language of the panel. */
  readonly messages: Messages;
  /** Element that the panel stands in; popovers and styles belong into it. */
  readonly root: HTMLElement | ShadowRoot;
  /** The latest wish to open, another object each time; the panel then comes to the fore and takes the focus, unless it is restored. */
  readonly request: OpenRequest | undefined;
}

export interface MountOptions {
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  /** Instead of `IbidPanel`. */
  readonly component?: ComponentType<IbidPanelProps>;
}

/** The panel once it is on the page. */
export interface PanelHandle {
  open(request: OpenRequest): void;
  close(): void;
  /** Whether it is open now. */
  isOpen(): boolean;
  /** Called when it has opened or closed, however that came. */
  onToggle(listener: () => void): () => void;
  dispose(): void;
}

/** The lazy part, as a bundler's `import()` gives it. */
export interface PanelModule {
  mountPanel(options: MountOptions): Promise<PanelHandle>;
}
