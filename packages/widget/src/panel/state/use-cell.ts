import { useSyncExternalStore } from 'react';
import type { Cell } from './cell.ts';

/** The value, and a new render whenever it changes. */
export function useCell<T>(cell: Cell<T>): T {
  return useSyncExternalStore(cell.subscribe, cell.get);
}
