import { describe, expect, it } from 'vitest';
import { planChanges, withoutRepeats } from './run.ts';

const build = new Map([
  ['https://x.org/a', '1'],
  ['https://x.org/b', '1'],
  ['https://x.org/c', '1'],
]);

describe('planChanges (R24)', () => {
  it('reads what is new or has another revision, in listing order, and drops what is not listed', () => {
    const entries = [
      { url: 'https://x.org/d', revision: '1' },
      { url: 'https://x.org/b', revision: '2' },
      { url: 'https://x.org/a', revision: '1' },
    ];
    const plan = planChanges(entries, build);
    expect(plan.read.map((entry) => entry.url)).toEqual(['https://x.org/d', 'https://x.org/b']);
    expect(plan.gone).toEqual(['https://x.org/c']);
  });

  it('has nothing to do when the listing equals the build', () => {
    const entries = [...build].map(([url, revision]) => ({ url, revision }));
    expect(planChanges(entries, build)).toEqual({ read: [], gone: [] });
  });
});

describe('withoutRepeats', () => {
  it('keeps the first page of a URL and reports the others', () => {
    const { entries, diagnostics } = withoutRepeats([
      { url: 'https://x.org/a', revision: '1' },
      { url: 'https://x.org/a', revision: '2' },
      { url: 'https://x.org/b', revision: '1' },
    ]);
    expect(entries.map((entry) => entry.revision)).toEqual(['1', '1']);
    expect(diagnostics.map(({ rule, page }) => [rule, page])).toEqual([['ingest:duplicate-url', 'https://x.org/a']]);
  });
});
