import { createContext, useContext, useSyncExternalStore, type Context } from 'react';
import type { Destination, HostPage, WidgetConfig } from '../../config/index.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Messages } from '../../messages/en.ts';
import type { PanelState, PanelStore } from '../../store/create-panel-store.ts';
import type { Reference } from '../answer/references.ts';

/** A footnote's card, and the mark that it belongs to. */
export interface ShownCard {
  readonly reference: Reference;
  readonly anchor: HTMLElement;
}

/** What the parts of the panel share. The object stays the same as long as the panel is there. */
export interface PanelTools {
  readonly store: PanelStore;
  readonly host: HostPage;
  readonly config: WidgetConfig;
  readonly messages: Messages;
  readonly card: Cell<ShownCard | undefined>;
  /** Of the element that shows it. */
  readonly cardId: string;
  /** Told to screen readers when they are done with what they are saying. */
  readonly announcement: Cell<string>;
  /** Goes to a place of the site, out of its way on narrow screens, and follows the link where that cannot be done here. */
  readonly visit: (to: Destination, href: string) => void;
  /** Milliseconds since 1970: what was asked before is history. */
  readonly mountedAt: number;
}

/** Of what shows one question or something of its answer. */
export interface ExchangeProps {
  readonly exchange: Exchange;
}

export const PanelContext: Context<PanelTools | undefined> = createContext<PanelTools | undefined>(undefined);

export function usePanel(): PanelTools {
  const tools = useContext(PanelContext);
  if (tools === undefined) throw new Error('This part of the panel stands outside of `IbidPanel`: render it inside.');
  return tools;
}

/** One value and who wants to hear of it: for what changes often and concerns few. */
interface Cell<T> {
  get(): T;
  /** Tells the listeners unless the value is the same. */
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

/** The value, and a new render whenever it changes. */
export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get);
}

/** What `select` picks, and a new render only when that changes. It must pick the same object from the same state. */
export function useStore<T>(store: PanelStore, select: (state: PanelState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
