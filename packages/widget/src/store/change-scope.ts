import type { AskedScope } from '../exchange/exchange.ts';

/** The scope with `change`, made whole: without a passage nothing is restricted to it, without a page there is no section. */
export function changeScope(scope: AskedScope, change: Partial<AskedScope>): AskedScope {
  const next = { ...scope, ...change };
  return {
    ...next,
    onlySelection: next.onlySelection && next.selection !== undefined,
    section: next.page === undefined ? undefined : next.section,
  };
}
