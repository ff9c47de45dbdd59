/**
 * The pages written by `kill-writer.ts`, as a function of the round alone, so that `kill.long.test.ts` can check them. Each round puts
 * half of the pages and deletes one.
 */
import type { IndexedPage } from '@ibid/core/types';
import { sketchPage, urlOf } from '../../../../../testkit/src/store/store-fixture.ts';

const KILL_PAGES = 8;

export function killUrl(page: number): string {
  return urlOf(`/page/${page}`);
}

/** The pages put in a round, in order, and the page deleted at its end. */
export function killPlan(round: number): { readonly put: readonly number[]; readonly deleted: number } {
  const put = Array.from({ length: KILL_PAGES }, (_, page) => page).filter((page) => (page + round) % 2 === 0);
  return { put, deleted: round % KILL_PAGES };
}

/** Maps each page to the round that wrote it, in the generation published by `round`. */
export function killState(round: number): ReadonlyMap<number, number> {
  const state = new Map<number, number>();
  for (let done = 1; done <= round; done++) {
    const { put, deleted } = killPlan(done);
    for (const page of put) state.set(page, done);
    state.delete(deleted);
  }
  return state;
}

export function killPage(page: number, round: number): IndexedPage {
  const passages = Array.from({ length: 1 + ((page + round) % 4) }, (_, i) => ({
    heading: 'Heading',
    text: `page${page} round${round} part${i} ${'more words '.repeat(20)}end`,
  }));
  return sketchPage({ path: `/page/${page}`, revision: String(round), passages });
}
