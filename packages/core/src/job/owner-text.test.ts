import { describe, expect, test } from 'vitest';
import { ownerText } from './job-states.ts';

describe('a message for the owner', () => {
  test.each([
    ["ENOENT: no such file, open '/home/me/site/docs/page.md'", "ENOENT: no such file, open '…/page.md'"],
    ['`/srv/ibid/index.db` is locked', '`…/index.db` is locked'],
    ['cannot read file:///etc/ibid/config.json', 'cannot read …/config.json'],
    ['in ~/docs/a/b.md and C:\\Users\\me\\docs\\b.md', 'in …/b.md and …/b.md'],
    ['\\\\server\\share\\docs\\b.md', '…/b.md'],
    ['`.ibid/index.db` and docs/a.md stay', '`.ibid/index.db` and docs/a.md stay'],
  ])('says no folder: %s', (text, safe) => {
    expect(ownerText(text)).toBe(safe);
  });

  test.each([
    'HTTP 404 for https://docs.example.org/guide/install/windows',
    'http://[::1]:8080/docs/a/b was not read',
    'and/or, 3/4, `--allow-shrink`, a / b',
    'basic configuration, token by token',
  ])('keeps addresses and words: %s', (text) => {
    expect(ownerText(text)).toBe(text);
  });

  test.each([
    ['https://me:hunter2@docs.example.org/a', 'https://docs.example.org/a'],
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: …'],
    ['sent bearer abcdefgh12345678', 'sent bearer …'],
    ['401 for key sk-proj-abc123def456', '401 for key …'],
    ['?api_key=12345&x=1', '?api_key=…&x=1'],
  ])('says no secret: %s', (text, safe) => {
    expect(ownerText(text)).not.toMatch(/hunter2|abcdefgh|abc123|12345/);
    expect(ownerText(text)).toContain(safe.split('…')[0]);
  });

  test('holds nothing that a terminal would obey, and is cut', () => {
    expect(ownerText('a\u001b[31mb\u202Ec\nd')).toBe('a [31mb c d');
    expect(ownerText('x'.repeat(100_000))).toHaveLength(1_000);
  });

  test('is made in time of any text', () => {
    for (const part of ['/', '/(', '\\a', 'token=', '://', '/a/', ' ~/']) {
      expect(ownerText(part.repeat(50_000)).length).toBeLessThanOrEqual(1_000);
    }
  });
});
