import { describe, expect, test } from 'vitest';
import { pageUrls } from './html.ts';

const file = (
  path: string,
  canonical = '',
  generator = '',
): { path: string; canonical: string; generator: string } => ({
  path,
  canonical,
  generator,
});

describe('addresses of built pages', () => {
  test('index files are their folder, other files keep their ending unless the generator is known to drop it', () => {
    const files = [file('index.html'), file('a/index.html'), file('a/b.html')];
    expect(pageUrls(files, 'https://example.org/base', '')).toEqual([
      'https://example.org/base',
      'https://example.org/base/a',
      'https://example.org/base/a/b.html',
    ]);
    expect(pageUrls([file('a/b.html', '', 'Docusaurus v3.10.2')], 'https://example.org', '')).toEqual([
      'https://example.org/a/b',
    ]);
  });

  test('canonical links tell base and form, also for pages that have none', () => {
    const files = [
      file('index.html', 'https://docs.example.org/v2/'),
      file('a.html', 'https://docs.example.org/v2/a'),
      file('b/c.html', 'https://docs.example.org/v2/b/c'),
      file('d.html'),
    ];
    expect(pageUrls(files, '', 'http://localhost/')).toEqual([
      'https://docs.example.org/v2',
      'https://docs.example.org/v2/a',
      'https://docs.example.org/v2/b/c',
      'https://docs.example.org/v2/d',
    ]);
  });

  test('the given address wins over the canonical base, the form stays', () => {
    const files = [file('a.html', 'https://docs.example.org/a.html', 'Docusaurus v3')];
    expect(pageUrls(files, 'http://localhost:3000/', '')).toEqual(['http://localhost:3000/a.html']);
  });

  test('a canonical link to another page or scheme is ignored', () => {
    const files = [
      file('1.0/a.html', 'https://example.org/2.0/a.html'),
      file('1.0/b.html', 'https://example.org/1.0/b.html'),
      file('1.0/c.html', 'javascript:alert(1)'),
      file('1.0/d.html', 'not a url'),
    ];
    expect(pageUrls(files, '', 'http://localhost/')).toEqual([
      'https://example.org/1.0/a.html',
      'https://example.org/1.0/b.html',
      'https://example.org/1.0/c.html',
      'https://example.org/1.0/d.html',
    ]);
  });

  test('without any witness the fallback is used', () => {
    expect(pageUrls([file('a.html')], '', 'http://localhost/')).toEqual(['http://localhost/a.html']);
  });

  test('the canonical link of the root page is no evidence, because it ends like any address', () => {
    const files = [file('index.html', 'https://example.org/'), file('a.html', 'https://example.org/1.0/a.html')];
    expect(pageUrls(files, '', 'http://localhost/')[1]).toBe('https://example.org/1.0/a.html');
  });

  test('names are encoded once', () => {
    expect(pageUrls([file('c#?.html')], 'https://example.org/', '')).toEqual(['https://example.org/c%23%3F.html']);
    expect(pageUrls([file('ein Ordner/über.html', 'https://example.org/ein%20Ordner/%C3%BCber')], '', '')).toEqual([
      'https://example.org/ein%20Ordner/%C3%BCber',
    ]);
  });
});
