import type { KeyValueStorage } from '../surroundings.ts';
import { memoryStorage } from './memory-storage.ts';
import { openStore, type OpenedStore } from './open-store.ts';

export interface BrowserTab {
  readonly page: () => OpenedStore;
  /** Ids in what the tab shows. */
  shown(): readonly string[];
  /** What stands in its own storage. */
  own(): string;
  /** Asks what is never answered; returns its id. */
  ask(): string;
  reload(): void;
  /** Goes to another page; this one stays as it is behind it. */
  goOn(): void;
  /** Goes back to the page behind or, without one, to this one from elsewhere. */
  goBack(): void;
}

export interface SharedBrowser extends Disposable {
  readonly tabs: readonly BrowserTab[];
  newTab(): BrowserTab;
  /** What stands in the storage that all tabs share. */
  shared(): string;
}

/** Tabs of one browser, in which time goes by. `wrap` may put a fault into the storage that each page is given. */
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
