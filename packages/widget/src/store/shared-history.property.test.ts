import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyValueStorage } from './surroundings.ts';
import { sharedBrowser } from './testing/shared-browser.ts';

const STEPS = ['ask', 'clear', 'write', 'hear', 'reload', 'goOn', 'goBack'] as const;
interface Step {
  /** Which tab does it. */
  readonly at: number;
  readonly step: (typeof STEPS)[number];
}
/** Few questions, so that none goes for want of room. */
const steps = fc.array(fc.record({ at: fc.nat({ max: 1 }), step: fc.constantFrom(...STEPS) }), { maxLength: 18 });

/**
 * Every tab shows what was asked in it since the last clearing anywhere; one in which nothing was asked or cleared, what others have written.
 * The browser keeps what was asked in any.
 */
function check(given: readonly Step[], wrap?: (storage: KeyValueStorage) => KeyValueStorage): void {
  using browser = sharedBrowser(2, wrap);
  const model = browser.tabs.map((): { ids: readonly string[]; hasOwn: boolean } => ({ ids: [], hasOwn: false }));
  let written: readonly string[] = [];
  let cleared: readonly string[] = [];
  for (const { at, step } of given) {
    const tab = browser.tabs[at]!;
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
    // A tab may first hear of a clearing when it does something.
    if (step !== 'write') {
      expect(tab.shown()).toEqual(mine.ids);
      for (const id of cleared) expect(tab.own()).not.toContain(id);
    }
    for (const id of cleared) expect(browser.shared()).not.toContain(id);
  }
  for (const tab of browser.tabs) {
    tab.page().leave();
    tab.page().hearOfOthers();
  }
  expect(browser.tabs.map((tab) => tab.shown())).toEqual(model.map(({ ids }) => ids));
  expect(browser.newTab().shown()).toEqual(model.reduce((all, { ids }) => united(all, ids), written));
}

/** In the order in which they were asked. */
function united(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])].toSorted((a, b) => numberOf(a) - numberOf(b));
}
function numberOf(id: string): number {
  return Number(id.slice(1, -1));
}

test('whatever two tabs do in whatever order, nothing is lost that was not cleared, and nothing comes back that was', () => {
  fc.assert(
    fc.property(steps, (given) => check(given)),
    { numRuns: 300 },
  );
});

test.each<[string, (storage: KeyValueStorage) => KeyValueStorage]>([
  [
    'that loses when was cleared',
    (storage) => ({
      ...storage,
      setItem: (key, text) => storage.setItem(key, text.replace(/"clearedAt":\d+/u, '"clearedAt":-1')),
    }),
  ],
  [
    'that each page reads but once',
    (storage) => {
      const first = storage.getItem('ibid');
      return { ...storage, getItem: () => first };
    },
  ],
])('the check is real: a storage %s is found out', (_, wrap) => {
  expect(() =>
    fc.assert(
      fc.property(steps, (given) => check(given, wrap)),
      { numRuns: 300 },
    ),
  ).toThrow('Property failed');
});
