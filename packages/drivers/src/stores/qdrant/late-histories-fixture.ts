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
const fates = fc.array(fate, { minLength: 20, maxLength: 120 });
const lateBuild: fc.Arbitrary<LateBuild> = fc.record({ ...wanted, isShown: rarely, fates });

/** Histories in which most late builds are given up, some of them after others were. */
export const arbitraryHistory: fc.Arbitrary<History> = fc.record({
  first: wantedBuild,
  late: fc.array(lateBuild, { minLength: 1, maxLength: 3 }),
  next: wantedBuild,
  last: wantedBuild,
  during: fc.array(fc.option(fc.nat(), { freq: 4, nil: undefined }), { maxLength: 80 }),
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
