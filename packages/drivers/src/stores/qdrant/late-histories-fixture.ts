import * as fc from 'fast-check';
import type { Fate } from './late-calls-fixture.ts';
import type { History, LateBuild, Wanted } from './late-builds-fixture.ts';

const TEXTS = ['', 'alpha', 'beta', 'gamma|alpha beta', 'beta|gamma|beta'];
const rarely = fc.integer({ min: 0, max: 3 }).map((pick) => pick === 0);
const wanted = {
  texts: fc.array(fc.constantFrom(...TEXTS), { minLength: 5, maxLength: 5 }),
  otherSpace: rarely,
  fresh: rarely,
};
const wantedBuild: fc.Arbitrary<Wanted> = fc.record(wanted);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 24, arbitrary: fc.constant('done') },
  { weight: 1, arbitrary: fc.constant('late') },
  { weight: 6, arbitrary: fc.constant('twice') },
);
/** As long as a build is: of what is left out nothing comes late. */
const fates = fc.array(fate, { minLength: 100, maxLength: 120, size: 'max' });
const lateBuild: fc.Arbitrary<LateBuild> = fc.record({ ...wanted, isShown: rarely, fates });

/** Over all the calls of a build, which are about 100. */
const during = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 139 }), pick: fc.nat() }), {
    minLength: 30,
    maxLength: 50,
    size: 'max',
  })
  .map((arrivals) => {
    const picks: (number | undefined)[] = Array.from({ length: 140 }, () => undefined);
    for (const { at, pick } of arrivals) picks[at] = pick;
    return picks;
  });

/** Histories in which most late builds are given up, some of them after others were. */
export const arbitraryHistory: fc.Arbitrary<History> = fc.record({
  first: wantedBuild,
  late: fc.array(lateBuild, { minLength: 1, maxLength: 3 }),
  next: wantedBuild,
  last: wantedBuild,
  during,
  after: fc.array(fc.nat(), { minLength: 5, maxLength: 10 }),
});

const twice = Array.from({ length: 200 }, () => 'twice' as const);
const plain = { otherSpace: false, fresh: false };

/** Two builds that change, delete and add, and are given up one after the other; all that they wrote comes again after the next. */
export const twiceWritten: History = {
  first: { ...plain, texts: ['alpha', 'beta', 'gamma|alpha beta', '', 'alpha'] },
  late: [
    { ...plain, isShown: false, fates: twice, texts: ['beta', '', 'gamma|alpha beta', 'alpha', ''] },
    { ...plain, isShown: false, fates: twice, texts: ['', 'beta', 'alpha', 'beta', 'gamma|alpha beta'] },
  ],
  next: { ...plain, texts: ['gamma|alpha beta', 'beta', 'gamma|alpha beta', '', 'alpha'] },
  last: { ...plain, texts: ['gamma|alpha beta', 'alpha', 'gamma|alpha beta', 'beta', 'alpha'] },
  during: [],
  after: Array.from({ length: 24 }, () => 0),
};

/** The same, arriving one by one while the next build is under way. */
export const twiceWrittenMeanwhile: History = { ...twiceWritten, during: Array.from({ length: 140 }, (_, i) => 7 * i) };
