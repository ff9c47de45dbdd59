/** The state of a panel and all that it does, without a framework: made for `useSyncExternalStore` and its like. */
export { browserSurroundings } from './browser-surroundings.ts';
export { createPanelStore } from './create-panel-store.ts';
export type { PanelStoreOptions } from './create-panel-store.ts';
export type { PanelState, PanelStore } from './panel-store.ts';
export type { KeyValueStorage, Surroundings } from './surroundings.ts';
