import type { Diagnostic } from '@ibid/core/types';
import type { Condition } from '../client/qdrant-calls.ts';
import { namesOf } from '../build/collections.ts';
import { endedBy, kindIs, oneOf } from '../build/filters.ts';
import { keepingOf } from '../layout.ts';
import type { Checking, Findings } from './check-index.ts';

/** What an interruption or a late write left behind and nobody sees. Says nothing while someone writes, who leaves such things for a moment. */
export async function* checkLeftovers({ calls, base, state, shown, options }: Checking): Findings {
  if (state.token !== '' || state.build !== undefined) return;
  const { epoch, version, lineage } = shown;
  const { dropped } = state;
  const count = async (should: readonly Condition[]): Promise<number> => {
    if (should.length === 0) return 0;
    const names = [keepingOf(base), ...namesOf(base, version)];
    const counts = await Promise.all(names.map((name) => calls.count(name, { should }, options)));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  const others = { must: [{ key: 'from', range: { gt: epoch } }], must_not: oneOf('from', dropped) };
  const interrupted = await count([endedBy(epoch, dropped), others]);
  const earlier = { must: [kindIs('term'), { key: 'lineage', range: { lt: lineage } }] };
  const late =
    (await count([...oneOf('from', dropped), ...oneOf('until', dropped)])) +
    (await calls.count(keepingOf(base), earlier, options));
  const found: Diagnostic[] = [];
  const report = (left: number, what: string): void => {
    if (left === 0) return;
    const message = `${left} points ${what}; the next indexing removes them`;
    found.push({ severity: 'info', rule: 'store:orphan', message, page: '' });
  };
  report(interrupted, 'are left over from an interruption');
  report(late, 'were written or marked late by builds that were given up, which no search sees');
  yield found;
}
