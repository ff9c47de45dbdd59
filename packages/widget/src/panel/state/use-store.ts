import { useSyncExternalStore } from 'react';
import type { PanelState, PanelStore } from '../../store/panel-store.ts';

/** What `select` picks, and a new render only when that changes. It must pick the same object from the same state. */
export function useStore<T>(store: PanelStore, select: (state: PanelState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
