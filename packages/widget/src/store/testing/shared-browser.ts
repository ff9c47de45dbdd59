import type { KeyValueStorage } from '../surroundings.ts';
import { memoryStorage } from './memory-storage.ts';
import { openStore, type OpenedStore } from './open-store.ts';

export interface BrowserTab {
  readonly page: () => OpenedStore;
  /** Ids shown by the tab. */
  shown(): readonly string[];
  /** Content of its own storage. */
  own(): string;
  /** Asks a question that is never answered; returns its id. */
  ask(): string;
  reload(): void;
  /** Goes to another page; the current one stays in the history unchanged. */
  goOn(): void;
  /** Goes back to the page before or, if there is none, returns to this one from elsewhere. */
  goBack(): void;
}

export interface SharedBrowser extends Disposable {
  readonly tabs: readonly BrowserTab[];
  newTab(): BrowserTab;
  /** Content of the storage shared by all tabs. */
  shared(): string;
}

/** Tabs of one browser, with a running clock. `wrap` may add a fault to the storage that each page gets. */
export function sharedBrowser(
  count: number,
  wrap = (storage: KeyValueStorage): KeyValueStorage => storage,
): SharedBrowser {
  const shared = memoryStorage();
  const opened = new Set<OpenedStore>();
  let time = 1_000;
  let asked = 0;

  function close(page: OpenedStore): void {
    page.leave();
    page.store.dispose();
    opened.delete(page);
  }
  function newTab(): BrowserTab {
    const own = memoryStorage();
    const behind: OpenedStore[] = [];
    const open = (): OpenedStore => {
      const storages = [own, shared].map((storage) => {
        const wrapped = wrap(storage);
        return () => wrapped;
      });
      const store = openStore({
        surroundings: {
          storages,
          now: () => (time += 1),
          newId: () => `<${asked}>`,
          fetch: () => new Promise(() => {}),
        },
      });
      opened.add(store);
      return store;
    };
    let page = open();
    return {
      page: () => page,
      shown: () => page.store.getState().exchanges.map(({ id }) => id),
      own: () => own.values.get('ibid') ?? '',
      ask() {
        asked += 1;
        page.store.ask('Why?');
        return `<${asked}>`;
      },
      reload() {
        close(page);
        page = open();
      },
      goOn() {
        page.leave();
        behind.push(page);
        page = open();
      },
      goBack() {
        const before = behind.pop();
        if (before === undefined) page.leave();
        else close(page);
        page = before ?? page;
        page.comeBack();
      },
    };
  }

  return {
    tabs: Array.from({ length: count }, newTab),
    newTab,
    shared: () => shared.values.get('ibid') ?? '',
    [Symbol.dispose]() {
      for (const page of opened) page.store.dispose();
    },
  };
}
