import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkOptions } from './check-options.ts';
import { copiesRead } from './copies-read.ts';
import { decideCopies } from './decide-copies.ts';
import type { ReadConsistency } from './qdrant-options.ts';
import { requireCopies } from './require-copies.ts';

const none = { replicas: undefined, writeConsistency: undefined, readConsistency: undefined };
const replicas = fc.integer({ min: 2, max: 9 });
const drawn = replicas.chain((most) =>
  fc.record({
    replicas: fc.constant(most),
    writeConsistency: fc.option(fc.integer({ min: 1, max: most }), { nil: undefined }),
    readConsistency: fc.option(
      fc.oneof(fc.integer({ min: 1, max: most }), fc.constantFrom<ReadConsistency>('majority', 'quorum', 'all')),
      { nil: undefined },
    ),
  }),
);

type Given = Parameters<typeof decideCopies>[0];

function cannotMeet({ replicas: most = 1, writeConsistency, readConsistency }: Given): boolean {
  if (writeConsistency === undefined || readConsistency === undefined) return false;
  return writeConsistency + copiesRead(readConsistency, most) <= most;
}

describe('copies of a shard', () => {
  test.each([
    [2, 2, undefined, 2],
    [3, 2, 2, 2],
    [4, 3, 2, 3],
    [5, 3, 3, 3],
  ])(
    'of %i, more than half take a write, and as many are read as it takes to meet it',
    (copies, write, read, state) => {
      expect(decideCopies({ ...none, replicas: copies })).toEqual({
        replicas: copies,
        writeConsistency: write,
        readConsistency: read,
        stateConsistency: state,
      });
    },
  );

  test('one copy, or as many as the server likes, are left to the server', () => {
    expect(decideCopies(none)).toEqual({ ...none, stateConsistency: undefined });
    expect(decideCopies({ ...none, replicas: 1 })).toEqual({ ...none, replicas: 1, stateConsistency: undefined });
  });

  test('whatever is given, a read meets a write and two writers meet each other', () => {
    const possible = drawn.filter((given) => !cannotMeet(given));
    fc.assert(
      fc.property(possible, (given) => {
        const { writeConsistency, readConsistency, stateConsistency } = decideCopies(given);
        expect(writeConsistency! + copiesRead(readConsistency, given.replicas)).toBeGreaterThan(given.replicas);
        expect(2 * copiesRead(stateConsistency, given.replicas)).toBeGreaterThan(given.replicas);
        expect(given.writeConsistency ?? writeConsistency).toBe(writeConsistency);
        expect(writeConsistency).toBeLessThanOrEqual(given.replicas);
      }),
    );
  });

  test('a write and a read that can miss each other are refused', () => {
    fc.assert(
      fc.property(drawn.filter(cannotMeet), (given) => {
        expect(() => decideCopies(given)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
      }),
    );
  });

  test('the refusal names both values and what to give', () => {
    const options = { url: 'http://host', replicas: 3, writeConsistency: 1, readConsistency: 'majority' } as const;
    expect(() => checkOptions(options)).toThrow(
      '`writeConsistency` of Qdrant is 1 and `readConsistency` is majority: of 3 `replicas`, what 1 have taken may not be seen by a reader of 2. ' +
        'Give `readConsistency` at least 3, or `writeConsistency` at least 2, or neither.',
    );
  });
});

describe('a collection that is there already', () => {
  test('is refused where a read could miss a write', () => {
    expect(() => held({ replicas: 3, writeConsistency: 2 }, {}, 'read')).toThrow(
      'Give `readConsistency` at least 2, or raise `write_consistency_factor` of the collections of this index in Qdrant to at least 3.',
    );
    held({ replicas: 3, writeConsistency: 2 }, { replicas: 3 }, 'read');
    held({ replicas: 3, writeConsistency: 3 }, {}, 'read');
  });

  test('is refused to a writer who does not know of its copies', () => {
    expect(() => held({ replicas: 3, writeConsistency: 3 }, {}, 'write')).toThrow('Give `replicas` 3');
    held({ replicas: 3, writeConsistency: 3 }, { replicas: 3 }, 'write');
  });

  test.each([{}, { replicas: 3 }])('with one copy suits everybody: %o', (given) => {
    expect(() => held({ replicas: 1, writeConsistency: 1 }, given, 'write')).not.toThrow();
  });
});

function held(
  there: { readonly replicas: number; readonly writeConsistency: number },
  given: { readonly replicas?: number },
  purpose: 'read' | 'write',
): void {
  requireCopies('book-ibid', there, decideCopies({ ...none, ...given }), purpose);
}
