import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostPage, OpenRequest, WidgetConfig } from '../config/index.ts';
import type { Messages } from '../messages/en.ts';
import { type PanelStore, createPanelStore } from '../store/create-panel-store.ts';
import { IbidPanel } from './ibid-panel.tsx';
import { createCell, useCell } from './state/panel-context.ts';

let mounted = 0;

/** Adds a closed panel to `options.root`, with the texts of `options.config.locale`. The caller loads its style sheet, `panel.css`. */
export function mountPanelWith(texts: Messages, options: MountOptions): PanelHandle {
  const { root, config, host, component: Panel = IbidPanel } = options;
  const messages = { ...texts, ...config.messages };
  const store = createPanelStore({
    config,
    current: () => host.current(),
    onNavigate: (listener) => host.onNavigate(listener),
  });
  const tree = root instanceof ShadowRoot ? root : document;
  const place = document.createElement('div');
  root.append(place);
  // Makes ids unique: the site's own React root starts counting its ids at the same number.
  mounted += 1;
  const reactRoot = createRoot(place, { identifierPrefix: `ibid-${mounted}-` });
  const listeners = new Set<() => void>();
  let opener: HTMLElement | undefined;
  let isOpen = false;

  const requests = createCell<OpenRequest | undefined>(undefined);
  /** Rendered once: Preact restarts its ids when a root is rendered again. */
  const Requested = (): ReactNode => <Panel {...{ store, host, config, messages, root }} request={useCell(requests)} />;
  const stopListening = store.subscribe(() => {
    const now = store.getState().isOpen;
    if (now === isOpen) return;
    isOpen = now;
    if (!isOpen) giveFocusBack();
    for (const listener of listeners) listener();
  });

  /** Returns the focus to the opener, unless the reader has moved it elsewhere. */
  function giveFocusBack(): void {
    const isOurs = hasFocus();
    requestAnimationFrame(() => {
      const { activeElement: now } = document;
      if (!isOurs && !hasFocus() && now !== null && now !== document.body) return;
      opener?.focus({ preventScroll: true });
      // The opener may be gone, such as "Ask about this" after a press.
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

/**
 * True if a question is asked without an action of the reader. A question in the address counts only if a page of this site led
 * here: another site that embeds or links to the page must not cause costs or send earlier questions.
 */
function isAskedAtOnce({ ask, linked }: OpenRequest): boolean {
  const isOwn = window === top && document.referrer.startsWith(`${location.origin}/`);
  return ask === true && (linked !== true || isOwn);
}

/** Calls `act` immediately or, if the browser has prerendered the page, when the reader opens it. */
function whenShown(act: () => void): void {
  if ((document as { readonly prerendering?: boolean }).prerendering !== true) act();
  else document.addEventListener('prerenderingchange', act, { once: true });
}

/** Props of the panel's component, which a site may replace by its own. */
export interface IbidPanelProps {
  readonly store: PanelStore;
  readonly host: HostPage;
  readonly config: WidgetConfig;
  /** Complete, in the language of the panel. */
  readonly messages: Messages;
  /** Element that contains the panel; popovers and styles belong in it. */
  readonly root: HTMLElement | ShadowRoot;
  /** Latest request to open, a new object each time; the panel then comes to the front and takes the focus, unless it is restored. */
  readonly request: OpenRequest | undefined;
}

export interface MountOptions {
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  /** Component to use instead of `IbidPanel`. */
  readonly component?: ComponentType<IbidPanelProps>;
}

/** Controls of a mounted panel. */
export interface PanelHandle {
  open(request: OpenRequest): void;
  close(): void;
  /** True if it is open now. */
  isOpen(): boolean;
  /** Calls `listener` after the panel has opened or closed, for any reason. Returns a function that stops this. */
  onToggle(listener: () => void): () => void;
  dispose(): void;
}

/** Module loaded with the bundler's `import()`. */
export interface PanelModule {
  mountPanel(options: MountOptions): Promise<PanelHandle>;
}
