import type { KeyValueStorage } from '../surroundings.ts';
import { memoryStorage } from './memory-storage.ts';
import { openStore, type OpenedStore } from './open-store.ts';

export interface TabStep {
  /** Tab that takes the step: 0 or 1. */
  readonly at: number;
  readonly step: 'ask' | 'clear' | 'write' | 'hear' | 'reload' | 'goOn' | 'goBack';
}

/**
 * Plays the steps and returns one sentence for each difference from a model of two tabs: every tab shows what was asked in it
 * since the last clearing in any tab; a tab in which nothing was asked or cleared shows what others have written. The browser
 * stores what was asked in any tab. `wrap` may add a fault to the storage that each page gets.
 */
export function playTabs(
  steps: readonly TabStep[],
  wrap: (storage: KeyValueStorage) => KeyValueStorage = (storage) => storage,
): readonly string[] {
  using browser = openBrowser(wrap);
  const tabs = [browser.newTab(), browser.newTab()];
  const model = tabs.map((): { ids: readonly string[]; hasOwn: boolean } => ({ ids: [], hasOwn: false }));
  let written: readonly string[] = [];
  let cleared: readonly string[] = [];
  const faults: string[] = [];
  const same = (what: string, found: readonly string[], expected: readonly string[]): void => {
    if (found.join(',') !== expected.join(','))
      faults.push(`${what} shows ${found.join(',')}, not ${expected.join(',')}`);
  };
  const without = (what: string, text: string): void => {
    for (const id of cleared) if (text.includes(id)) faults.push(`${what} still has ${id}`);
  };

  for (const { at, step } of steps) {
    const tab = tabs[at]!;
    const mine = model[at]!;
    mine.hasOwn ||= step === 'ask' || step === 'clear';
    if (step === 'ask') mine.ids = [...mine.ids, tab.ask()];
    else if (step === 'clear') {
      cleared = [...cleared, ...model.flatMap(({ ids }) => ids), ...written];
      written = [];
      for (const one of model) one.ids = [];
      tab.page().store.clear();
    } else if (step === 'hear') tab.page().hearOfOthers();
    else {
      written = united(written, mine.ids);
      if (step === 'write') tab.page().leave();
      else {
        if (!mine.hasOwn) mine.ids = written;
        tab[step]();
      }
    }
    // A tab with nothing to write may not have noticed a clearing yet.
    if (step !== 'write') {
      same(`tab ${at} after ${step}`, tab.shown(), mine.ids);
      without(`the storage of tab ${at}`, tab.own());
    }
    without('the shared storage', browser.shared());
  }

  for (const tab of tabs) {
    tab.page().leave();
    tab.page().hearOfOthers();
  }
  for (const [at, tab] of tabs.entries()) same(`tab ${at} at the end`, tab.shown(), model[at]!.ids);
  same(
    'a new tab',
    browser.newTab().shown(),
    model.reduce((all, { ids }) => united(all, ids), written),
  );
  return faults;
}

/** In the order in which they were asked. */
function united(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])].toSorted((a, b) => numberOf(a) - numberOf(b));
}
function numberOf(id: string): number {
  return Number(id.slice(1, -1));
}

/** Tabs of one browser, with a running clock. */
function openBrowser(wrap: (storage: KeyValueStorage) => KeyValueStorage) {
  const shared = memoryStorage();
  const opened = new Set<OpenedStore>();
  let time = 1_000;
  let asked = 0;

  function close(page: OpenedStore): void {
    page.leave();
    page.store.dispose();
    opened.delete(page);
  }
  function newTab() {
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
      /** Asks a question that is never answered; returns its id. */
      ask() {
        asked += 1;
        page.store.ask('Why?');
        return `<${asked}>`;
      },
      reload() {
        close(page);
        page = open();
      },
      /** Goes to another page; the current one stays in the history unchanged. */
      goOn() {
        page.leave();
        behind.push(page);
        page = open();
      },
      /** Goes back to the page before or, if there is none, returns to this one from elsewhere. */
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
    newTab,
    shared: () => shared.values.get('ibid') ?? '',
    [Symbol.dispose]() {
      for (const page of opened) page.store.dispose();
    },
  };
}
