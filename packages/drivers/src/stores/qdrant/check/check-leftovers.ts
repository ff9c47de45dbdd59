import type { Condition } from '../client/qdrant-calls.ts';
import { namesOf } from '../build/collections.ts';
import { endedBy } from '../build/filters.ts';
import { keepingOf } from '../layout.ts';
import type { Checking, Findings } from './check-index.ts';

/** What an interruption left behind and nobody sees. Says nothing while someone writes, who leaves such things for a moment. */
export async function* checkLeftovers({ calls, base, state, shown, options }: Checking): Findings {
  if (state.token !== '' || state.build !== undefined) return;
  const { epoch, version } = shown;
  const should: Condition[] = [endedBy(epoch), { key: 'from', range: { gt: epoch } }];
  const counts = await Promise.all(
    [keepingOf(base), ...namesOf(base, version)].map((name) => calls.count(name, { should }, options)),
  );
  const left = counts.reduce((sum, count) => sum + count, 0);
  if (left === 0) return;
  const message = `${left} points are left over from an interruption; the next indexing removes them`;
  yield [{ severity: 'info', rule: 'store:orphan', message, page: '' }];
}
