import type { PageContext } from '../../config/index.ts';
import { type PanelState, type PanelStore, createPanelStore } from '../create-panel-store.ts';
import type { Surroundings } from '../surroundings.ts';
import { memoryStorage } from './memory-storage.ts';

export interface OpenedStore extends Disposable {
  readonly store: PanelStore;
  /** Page of the reader; only `navigate` reports changes to the store. */
  readonly page: { -readonly [Name in keyof PageContext]: PageContext[Name] };
  /** Resolves with the first matching state, including the current one. */
  until(isFit: (state: PanelState) => boolean): Promise<PanelState>;
  /** Resolves when no question is running. */
  settled(): Promise<PanelState>;
  /** Goes to another page. */
  navigate(change: Partial<PageContext>): void;
  setOnline(isOnline: boolean): void;
  /** Number of the store's listeners for navigation and events of the window. */
  listening(): number;
  /** Leaves or hides the page. */
  leave(): void;
  /** Shows the page again after other pages. */
  comeBack(isPersisted?: boolean): void;
  /** Reports that another tab has written. */
  hearOfOthers(): void;
}

const PAGE: PageContext = { url: 'https://docs.test/a', title: 'A', section: undefined, locale: 'en', version: '2.0' };

/** A store in surroundings controlled by the test. Frames run automatically unless `surroundings` overrides this. */
export function openStore(
  options: { readonly api?: string; readonly surroundings?: Partial<Surroundings> } = {},
): OpenedStore {
  const page = { ...PAGE };
  let isOnline = true;
  let count = 0;
  const events = new EventTarget();
  let heard = 0;
  const moved = new Set<() => void>();
  const storage = memoryStorage();
  const store = createPanelStore({
    config: { api: options.api ?? 'http://127.0.0.1:9', siteKey: 'key-1', storageKey: 'ibid' },
    current: () => page,
    onNavigate(listener) {
      moved.add(listener);
      return () => moved.delete(listener);
    },
    surroundings: {
      storages: [() => storage],
      isOnline: () => isOnline,
      events: {
        addEventListener(type, listener, how) {
          heard += 1;
          (how as { signal: AbortSignal }).signal.addEventListener('abort', () => (heard -= 1));
          events.addEventListener(type, listener, how);
        },
      },
      nextFrame(callback) {
        const immediate = setImmediate(callback);
        return () => clearImmediate(immediate);
      },
      now: () => 1_000 + count,
      newId: () => `exchange-${(count += 1)}`,
      ...options.surroundings,
    },
  });
  const until = (isFit: (state: PanelState) => boolean): Promise<PanelState> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isFit(store.getState())) return;
        stop();
        resolve(store.getState());
      };
      const stop = store.subscribe(look);
      look();
    });
  return {
    store,
    page,
    until,
    settled: () => until((state) => state.running === undefined),
    navigate(change) {
      Object.assign(page, change);
      for (const listener of moved) listener();
    },
    setOnline(now) {
      isOnline = now;
      events.dispatchEvent(new Event('online'));
    },
    listening: () => moved.size + heard,
    leave: () => events.dispatchEvent(new Event('pagehide')),
    comeBack: (persisted = true) => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
    hearOfOthers: () => events.dispatchEvent(new Event('storage')),
    [Symbol.dispose]: () => store.dispose(),
  };
}
