import { describe, expect, it } from 'vitest';
import { decodeFeedback } from './codec.ts';

const ID = '3f0c2a86-5b1d-4c5e-9f57-0d6f3f1c9a41';
const NO_ID = 'request_id: `request_id` must be the `request_id` of a reply, a UUID';
const NO_VERDICT = 'verdict: `verdict` must be `up` or `down`';

function refusal(body: unknown): string {
  const decoded = decodeFeedback(body);
  if (decoded.kind !== 'invalid') return decoded.kind;
  return decoded.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

describe('feedback', () => {
  it.each<[string, unknown, string]>([
    ['a list', [], ': The body must be a JSON object.'],
    ['nothing', {}, `${NO_ID}; ${NO_VERDICT}`],
    ['blank fields', { request_id: ' ', verdict: '' }, `${NO_ID}; ${NO_VERDICT}`],
    ['an id of another kind', { request_id: 'req-1', verdict: 'up' }, NO_ID],
    ['an id with something behind', { request_id: `${ID}'--`, verdict: 'up' }, NO_ID],
    ['a number as id', { request_id: 7, verdict: 'up' }, NO_ID],
    ['another verdict', { request_id: ID, verdict: 'meh' }, NO_VERDICT],
    ['a verdict in capitals', { request_id: ID, verdict: 'UP' }, NO_VERDICT],
    [
      'another reason',
      { request_id: ID, verdict: 'down', reasons: ['wrong', 'boring'] },
      'reasons.1: `reasons.1` must be one of `wrong`, `incomplete`, `not-found`, `outdated`, `bad-source`, `other`',
    ],
    [
      'a reason alone',
      { request_id: ID, verdict: 'down', reasons: 'wrong' },
      'reasons: `reasons` must be a list of reasons',
    ],
    [
      'more reasons than there are',
      { request_id: ID, verdict: 'down', reasons: Array.from({ length: 7 }, () => 'wrong') },
      'reasons: `reasons` must have at most 6 reasons',
    ],
    [
      'a long note',
      { request_id: ID, verdict: 'down', note: 'x'.repeat(501) },
      'note: `note` must have at most 500 characters',
    ],
    [
      'a page that is none',
      { request_id: ID, verdict: 'up', page: 'javascript:alert(1)' },
      'page: `page` must be the address of a page, such as `https://docs.example.org/guide` or `/guide`, not `javascript:alert(1)`',
    ],
    [
      'an unknown field (R3)',
      { request_id: ID, verdict: 'up', query: 'x' },
      'query: `query` is not a field of this request',
    ],
    [
      'a prototype key',
      JSON.parse(`{"request_id":"${ID}","verdict":"up","__proto__":{}}`),
      '__proto__: `__proto__` is not a field of this request',
    ],
  ])('refuses %s', (_, body, expected) => {
    expect(refusal(body)).toBe(expected);
  });

  it('requires only an id and a verdict', () => {
    expect(decodeFeedback({ request_id: ID, verdict: 'up' })).toEqual({
      kind: 'ok',
      value: { requestId: ID, verdict: 'up', reasons: [], note: '', question: '', page: '' },
      echo: {},
      notes: [],
    });
  });

  it('normalises the id, drops repeated reasons, counts a note in characters, and keeps only the path of a page', () => {
    const body = {
      request_id: ` ${ID.toUpperCase()} `,
      verdict: 'down',
      reasons: ['other', 'wrong', 'other'],
      note: '🦜'.repeat(500),
      question: ' What? ',
      page: 'https://docs.example.org/guide/install/?utm=me&token=secret#step-2',
    };
    expect(decodeFeedback(body)).toMatchObject({
      value: {
        requestId: ID,
        reasons: ['wrong', 'other'],
        note: '🦜'.repeat(500),
        question: 'What?',
        page: '/guide/install',
      },
    });
  });
});
