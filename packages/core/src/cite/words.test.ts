import { describe, expect, test } from 'vitest';
import { readWords } from './words.ts';

const print = (text: string): string =>
  readWords(text)
    .filter(({ kind }) => kind !== 'small')
    .map(({ kind, key, unit }) => `${kind}:${key}${unit === '' ? '' : `/${unit}`}`)
    .join(' ');

describe('words are read as what they are to the check', () => {
  test.each([
    ['30 s, 30 seconds, 30-second', 'number:#30/s number:#30/s number:#30/s'],
    ['1,000 and 1000', 'number:#1000 number:#1000'],
    ['5 % or 5 percent or 5%', 'number:#5/% number:#5/% number:#5/%'],
    ['thirty, seven, 2nd, second', 'number:#30 number:#7 number:#2th number:#2th'],
    ['within an hour, after one hour', 'number:#1/h number:#1/h'],
    ['one of them', 'plain:on'],
    ['v1.2.3 is 1.2.3, not 1.2', 'number:#1.2.3 number:#1.2.3 negator:not number:#1.2'],
    ['$5.50 is \u20ac5.50', 'number:#5.50/$ number:#5.50/\u20ac'],
    ['-1 and 1', 'number:#-1 number:#1'],
    ['--dry-run -f .env /etc/hosts @ibid/core', 'code:--dry-run code:-f code:.env code:/etc/hosts code:@ibid/core'],
    ['useState max_retry ERR_X a.b() reset()', 'code:useState code:max_retry code:ERR_X code:a.b code:reset'],
    ["It doesn't; it can't; it cannot", 'negator:not negator:not negator:not'],
    ["The server's port on Ubuntu and HTTP", 'plain:server plain:port name:ubuntu name:http'],
    ['Ubuntu runs. Servers run.', 'plain:ubuntu plain:run plain:server plain:run'],
    ['no-store and read-only', 'plain:no plain:store plain:read'],
    ['C++ and U.S.', 'name:c++ name:us'],
    ['wrote, written, colour, organised', 'plain:write plain:write plain:color plain:organ'],
  ])('%s', (text, words) => {
    expect(print(text)).toBe(words);
  });

  test('a sign parts clauses, brackets of a call do not', () => {
    expect(readWords('Call reset() now, then wait').map(({ clause }) => clause)).toEqual([0, 0, 0, 1, 1]);
  });

  test('a date is found by its year, month and day', () => {
    expect(readWords('2024-05-01')[0]).toMatchObject({ key: '#2024-05-01', aliases: ['#2024', 'mai', '#1'] });
  });
});
