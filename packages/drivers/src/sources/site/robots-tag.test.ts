import { describe, expect, it } from 'vitest';
import { robotsTag } from './robots-tag.ts';

describe('robotsTag', () => {
  it.each<readonly [readonly string[], boolean, boolean]>([
    [[], false, false],
    [['noindex'], true, false],
    [['NoFollow'], false, true],
    [['none'], true, true],
    [['noarchive, noindex'], true, false],
    [['nofollow', 'noindex'], true, true],
    [['otherbot: noindex, nofollow'], false, false],
    [['ibid: noindex'], true, false],
    [['otherbot: noindex', 'nofollow'], false, true],
    [['otherbot: noindex, ibid: nofollow'], false, true],
    [['unavailable_after: 25 Jun 2010 15:00:00 PST, noindex'], true, false],
    [['index, follow, max-snippet: -1'], false, false],
  ])('reads %j', (values, noindex, nofollow) => {
    expect(robotsTag(values, 'Ibid/0.1')).toEqual({ noindex, nofollow });
  });
});
