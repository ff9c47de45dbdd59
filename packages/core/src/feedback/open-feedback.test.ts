import { memoryState } from '@ibid/drivers/state/state';
import { feedbackIdOf } from '@ibid/testkit';
import { expect, test } from 'vitest';
import type { Feedback, FeedbackDriver } from '../types/feedback.ts';
import { IbidError } from '../types/ibid-error.ts';
import { openFeedback, type FeedbackStore } from './open-feedback.ts';

type Given = Omit<Feedback, 'at'>;

const AT = '2026-01-02T03:04:05.678Z';

function given(own: Partial<Given> = {}): Given {
  return {
    requestId: feedbackIdOf(1),
    verdict: 'down',
    reasons: ['other', 'wrong'],
    note: 'Not true.',
    question: 'What is true?',
    page: '/a',
    generation: 3,
    ...own,
  };
}

function opened(driver: FeedbackDriver = memoryState().feedback, most?: number): FeedbackStore {
  return openFeedback({ driver, now: () => new Date(AT), ...(most === undefined ? {} : { most }) });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (IbidError.is(error) ? error.code : 'foreign'),
  );
}

test('feedback is kept with its time, its reasons once each and in one order, and nothing else that came with it', async () => {
  using store = opened();
  const more = { ...given({ reasons: ['other', 'wrong', 'other'] }), client: '192.0.2.1' };
  await store.keep(more);
  expect(await store.list({ limit: 10 })).toEqual([
    { ...given({ reasons: ['wrong', 'other'], question: '' }), at: AT },
  ]);
  expect(await store.list({ since: '2026-01-02T03:04:05.679Z', limit: 10 })).toEqual([]);
});

test('a question is kept where the owner says so', async () => {
  using store = openFeedback({ driver: memoryState().feedback, now: () => new Date(AT), questions: true });
  await store.keep(given());
  expect(await store.list({ limit: 1 })).toMatchObject([{ question: 'What is true?' }]);
});

test('no more are kept than the owner wants', async () => {
  using store = opened(memoryState().feedback, 2);
  for (const number of [1, 2, 3]) await store.keep(given({ requestId: feedbackIdOf(number) }));
  expect(await store.count()).toBe(2);
});

test.each<[string, Partial<Given>]>([
  ['an id that is no UUID', { requestId: 'x' }],
  ['an id in capitals', { requestId: feedbackIdOf(1).toUpperCase() }],
  ['another verdict', { verdict: 'sideways' as 'up' }],
  ['another reason', { reasons: ['boring' as 'wrong'] }],
  ['a long note', { note: '🦜'.repeat(501) }],
  ['a long question', { question: 'x'.repeat(2001) }],
  ['half a character', { note: '\uD83E' }],
  ['a long page', { page: `/${'x'.repeat(2000)}` }],
  ['half a generation', { generation: 0.5 }],
])('%s is refused and not kept', async (_, own) => {
  using store = opened();
  expect(await refusal(store.keep(given(own)))).toBe('INVALID_REQUEST');
  expect(await store.count()).toBe(0);
});

test('a note is kept without NUL, which databases do not hold', async () => {
  using store = opened();
  await store.keep(given({ note: 'a\0b' }));
  expect((await store.list({ limit: 1 }))[0]?.note).toBe('ab');
});

test('the longest note is kept, counted in characters', async () => {
  using store = opened();
  await store.keep(given({ note: '🦜'.repeat(500) }));
  expect(await store.count()).toBe(1);
});

test('what cannot be listed is refused', async () => {
  using store = opened();
  expect(await refusal(store.list({ limit: 0 }))).toBe('INVALID_REQUEST');
  expect(await refusal(store.list({ since: 'yesterday', limit: 1 }))).toBe('INVALID_REQUEST');
});

test('whatever a driver throws comes out as an IbidError, and calls after close as CLOSED', async () => {
  const broken = opened({ ...memoryState().feedback, put: () => Promise.reject(new TypeError('disk on fire')) });
  expect(await refusal(broken.keep(given()))).toBe('UPSTREAM_FAILED');
  broken[Symbol.dispose]();
  expect(await refusal(broken.keep(given()))).toBe('CLOSED');
});
