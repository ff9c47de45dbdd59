/** A site that begins as stubs and is filled in, round by round, so that average lengths move far from what they were. */
import type { IndexedPage, LegQuery } from '@ibid/core/types';
import { sketchPage, unitVector } from '@ibid/testkit';

const WORDS = 1500;
const PAGES = 260;

export interface StubSite {
  /** Pages that are new or changed in this round, 0 for the first. To be asked for in order. */
  round(number: number): readonly IndexedPage[];
  queries(count: number): readonly LegQuery[];
}

/** The same site for the same seed. */
export function stubSite(seed: number, dimensions: number): StubSite {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const word = (): string => `w${Math.floor(WORDS * random() ** 3)}`;
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  return {
    round(number) {
      const fill = number === 0 ? 1 : 40;
      const changed: IndexedPage[] = [];
      for (let i = 0; i < PAGES; i++) {
        if (number > 0 && random() > 1 / 3) continue;
        const count = 1 + Math.floor(random() * 8);
        const title = words(3);
        const passages = Array.from({ length: count }, () => ({
          heading: words(1 + Math.floor(random() * 3)),
          text: words(3 + Math.floor(random() * 6 * fill)),
        }));
        changed.push(sketchPage({ path: `/p${i}`, revision: String(number), title, passages }));
      }
      return changed;
    },
    queries: (count) =>
      Array.from({ length: count }, (_, i) => {
        const terms = [...new Set(Array.from({ length: 1 + Math.floor(random() * 6) }, word))];
        return {
          terms: terms.map((term) => ({ term, count: 1 })),
          limit: 100,
          vector: i % 3 === 0 ? undefined : unitVector(`q${i}`, dimensions),
          ...(i % 5 === 0 ? { where: { locale: 'en' } } : {}),
        };
      }),
  };
}
