import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../store/testing/memory-storage.ts';
import { openStore } from '../store/testing/open-store.ts';
import { keepFeedback } from './kept-feedback.ts';

afterEach(() => vi.unstubAllGlobals());

test('feedback on one answer is kept once, as it was last, until the reader clears everything', async () => {
  const api = 'https://docs.test';
  const key = `ibid feedback ${api}`;
  const storage = memoryStorage({ [key]: '[null, 7]' });
  vi.stubGlobal('localStorage', storage);
  keepFeedback(api, { request_id: 'a', verdict: 'up' });
  keepFeedback(api, { request_id: 'b', verdict: 'up' });
  keepFeedback(api, { request_id: 'a', verdict: 'down' });
  expect(JSON.parse(storage.values.get(key)!)).toMatchObject([
    null,
    7,
    { request_id: 'b', verdict: 'up' },
    { request_id: 'a', verdict: 'down' },
  ]);
  using opened = openStore({ api });
  opened.store.clear();
  await vi.waitFor(() => expect(storage.values.has(key)).toBe(false));
});
