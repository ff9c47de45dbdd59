import { createContext, useContext, useSyncExternalStore, type Context } from 'react';
import type { Destination, HostPage, WidgetConfig } from '../../config/index.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Messages } from '../../messages/en.ts';
import type { PanelState, PanelStore } from '../../store/create-panel-store.ts';
import type { Reference } from '../answer/references.ts';

/** Card of a footnote, and the mark it belongs to. */
export interface ShownCard {
  readonly reference: Reference;
  readonly anchor: HTMLElement;
}

/** Shared data of the panel's parts. The object stays the same while the panel exists. */
export interface PanelTools {
  readonly store: PanelStore;
  readonly host: HostPage;
  readonly config: WidgetConfig;
  readonly messages: Messages;
  readonly card: Cell<ShownCard | undefined>;
  /** Id of the element that shows the card. */
  readonly cardId: string;
  /** Text announced to screen readers when they have finished speaking. */
  readonly announcement: Cell<string>;
  /** Goes to a place of the site, or follows the link if that is not possible here. On narrow screens the panel first makes way. */
  readonly visit: (to: Destination, href: string) => void;
  /** Milliseconds since 1970; exchanges asked before are history. */
  readonly mountedAt: number;
}

/** Props of components that show an exchange or a part of it. */
export interface ExchangeProps {
  readonly exchange: Exchange;
}

export const PanelContext: Context<PanelTools | undefined> = createContext<PanelTools | undefined>(undefined);

export function usePanel(): PanelTools {
  const tools = useContext(PanelContext);
  if (tools === undefined) throw new Error('outside of IbidPanel');
  return tools;
}

/** One observable value, for data that changes often and is used in few places. */
interface Cell<T> {
  get(): T;
  /** Calls the listeners if the value has changed. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createCell<T>(initial: T): Cell<T> {
  const listeners = new Set<() => void>();
  let held = initial;
  return {
    get: () => held,
    set(value) {
      if (Object.is(value, held)) return;
      held = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the value, and renders again whenever it changes. */
export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get);
}

/** Returns the result of `select`, and renders again only when that changes. `select` must return the same object for the same state. */
export function useStore<T>(store: PanelStore, select: (state: PanelState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
