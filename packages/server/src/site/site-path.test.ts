import * as fc from 'fast-check';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sitePath } from './static-file.ts';

describe('sitePath', () => {
  it.each<[string, readonly string[], boolean]>([
    ['/', [], true],
    ['/docs', ['docs'], false],
    ['/docs/', ['docs'], true],
    ['/docs/intro.html', ['docs', 'intro.html'], false],
    ['/%D8%B1%D9%88%D8%A8%D9%88%D9%B9', ['روبوٹ'], false],
    ['/a%20b/c+d', ['a b', 'c+d'], false],
    ['/.well-known/security.txt', ['.well-known', 'security.txt'], false],
    ['/what%3F', ['what?'], false],
    ['/100%25', ['100%'], false],
    ['/a~b/c:d', ['a~b', 'c:d'], false],
  ])('reads %s', (pathname, names, hasSlash) => {
    expect(sitePath(pathname)).toEqual({ names, hasSlash });
  });

  it.each([
    ['nothing', ''],
    ['no path', 'docs'],
    ['empty names', '//evil.example/'],
    ['empty names inside', '/docs//intro'],
    ['the folder above', '/../x'],
    ['the folder above, encoded', '/%2e%2e/x'],
    ['the folder above, half encoded', '/.%2E/x'],
    ['the folder itself', '/./x'],
    ['three dots', '/...'],
    ['a hidden file', '/.env'],
    ['a hidden folder', '/docs/.git/config'],
    ['an agreed folder elsewhere', '/docs/.well-known/x'],
    ['a separator in disguise', '/docs%2F..%2Fx'],
    ['a separator of another system', '/docs%5C..%5Cx'],
    ['a backslash', '/docs\\x'],
    ['NUL', '/index.html%00.png'],
    ['a line break', '/a%0d%0aSet-Cookie:x'],
    ['DEL', '/a%7F'],
    ['a broken escape', '/%E0%A4%A'],
    ['a lone percent sign', '/%'],
    ['overlong UTF-8 for a dot', '/%C0%AE%C0%AE/x'],
    ['half a surrogate', '/%ED%A0%80'],
    ['a long name', `/${'x'.repeat(256)}`],
    ['a name that is long in bytes', `/${encodeURIComponent('گ'.repeat(128))}`],
    ['a long path', `/${'x/'.repeat(1100)}`],
  ])('refuses %s', (_, pathname) => {
    expect(sitePath(pathname)).toBeUndefined();
  });

  it('never returns names that lead out of the folder or to a hidden file', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2e',
        '%2F',
        '%5c',
        '%00',
        '',
        '...',
        '.git',
        '%2egit',
        '%252e%252e',
        '~',
        'a',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 5 }).map((text) => encodeURIComponent(text.toWellFormed())),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), (parts) => {
        const path = sitePath(`/${parts.map((some) => some.join('')).join('/')}`);
        if (path === undefined) return;
        taken += 1;
        const inside = relative('/site', join('/site', ...path.names)).split('/');
        expect(inside).toEqual(path.names.length === 0 ? [''] : path.names);
        expect(inside.filter((name) => name.startsWith('.') && name !== '.well-known')).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});
