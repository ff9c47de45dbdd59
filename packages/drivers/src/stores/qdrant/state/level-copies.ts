import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { STATE_ID } from './state-point.ts';

/** Single looks, which may each meet another copy: side by side, so that they go over several connections. */
const LOOKS = 8;

/**
 * Makes all copies of the state say what the one with the latest turn says, with the place given back. For a state that nobody can
 * change any more, because a write failed when it stood on some copies. What was answered stands on every live copy, so the latest turn
 * has all of it; what was not may come on show now, whole, because publishing makes everything ready before. A copy with a later turn
 * than those met, or one that somebody has changed meanwhile, is left alone.
 */
export async function levelCopies(calls: QdrantCalls, base: string, options?: CallOptions): Promise<void> {
  const single = { ...options, copies: 'one' } as const;
  const looks = await Promise.all(
    Array.from({ length: LOOKS }, () => calls.retrieve(keepingOf(base), [STATE_ID], 'all', single)),
  );
  const [latest] = looks
    .flatMap((found) => found.map(({ payload }) => payload))
    .sort((a, b) => Number(b['turn']) - Number(a['turn']));
  if (latest === undefined) return;
  const filter = { must: [{ has_id: [STATE_ID] }, { key: 'turn', range: { lte: Number(latest['turn']) } }] };
  await calls.setPayload(keepingOf(base), { ...latest, token: '' }, filter, options);
}
