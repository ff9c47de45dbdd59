import { describe, expect, test } from 'vitest';
import { supportScore } from './support-score.ts';

const EVIDENCE = [
  'The server keeps up to 30 sessions and does not write them to disk.',
  'Set maxSessions in server.json to change that.',
  'Redis stores the sessions and Postgres stores the log.',
  'A session may be closed after 5 minutes.',
];

describe('what refutes a claim is named', () => {
  test.each([
    ['The server keeps up to 40 sessions.', 'number', '40'],
    ['A session may be closed after 5 hours.', 'number', '5'],
    ['Set minSessions in server.json to change that.', 'code', 'minSessions'],
    ['The server of Google keeps up to 30 sessions.', 'name', 'Google'],
    ['The kernel keeps up to 30 sessions.', 'word', 'kernel'],
    ['The server writes the sessions to disk.', 'negation', 'not'],
    ['Set maxSessions in server.json, not elsewhere, to change that.', 'negation', 'not'],
    ['A session may be opened after 5 minutes.', 'opposite', 'opened'],
    ['The server keeps at least 30 sessions.', 'quantity', '30'],
    ['The server always keeps up to 30 sessions.', 'quantity', 'always'],
    ['A session must be closed after 5 minutes.', 'duty', 'must'],
    ['Postgres stores the sessions.', 'swap', 'Postgres'],
  ] as const)('%s', (claim, kind, word) => {
    const { mismatches, supported } = supportScore(claim, EVIDENCE);
    expect(mismatches).toContainEqual({ kind, word });
    expect(supported).toBe(false);
  });

  test('and what repeats or rewords has no mismatch', () => {
    for (const claim of [...EVIDENCE, 'Sessions are not written to disk by the server.']) {
      expect(supportScore(claim, EVIDENCE)).toMatchObject({ mismatches: [], supported: true });
    }
  });
});

describe('the score', () => {
  const scores = [
    'The server keeps up to 30 sessions and does not write them to disk.',
    'The server keeps up to 30 sessions in its memory.',
    'The server encrypts 30 sessions with a secret key.',
    'Penguins breed in Antarctica.',
  ].map((claim) => supportScore(claim, EVIDENCE).score);

  test('falls with what is not there', () => {
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });
  test('lies between 0 and 1, also for nothing', () => {
    const bare = [supportScore('', EVIDENCE), supportScore('The server runs.', []), supportScore('', [])];
    for (const score of [...scores, ...bare.map((result) => result.score)]) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }
    expect(bare.map(({ supported }) => supported)).toEqual([false, false, false]);
  });
  test('counts rare words for more where rarity is known', () => {
    const claim = 'The server hibernates its 30 sessions.';
    const rare = supportScore(claim, EVIDENCE, (token) => (token === 'hibern' ? 9 : 1)).score;
    const common = supportScore(claim, EVIDENCE, (token) => (token === 'hibern' ? 0 : 9)).score;
    expect(rare).toBeLessThan(common);
  });
});
