import { describe, expect, it } from 'vitest';
import { cacheControl } from './cache-control.ts';

describe('cacheControl', () => {
  it.each([
    'assets/js/main.d563ae95.js',
    'assets/js/9543b5fa.0c3041a6.js',
    'assets/css/styles.c18ce480.css',
    'ur/assets/js/runtime~main.aeb721c3.js',
    'assets/images/robot-0123456789abcdef0123456789abcdef.png',
    'assets/javascripts/bundle.79ae519e.min.js',
  ])('lets %s be kept for good, as its name changes with its content', (path) => {
    expect(cacheControl(path.split('/'))).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    'index.html',
    'docs/intro/index.html',
    'assets/page.d563ae95.html',
    'img/logo.svg',
    'search-index.json',
    'assets/js/main.js',
    'assets/report-20261122.pdf',
    'assets/js/deadbeef-decade.js',
    'files/data.d563ae95.csv',
    'assets/d563ae95',
  ])('has %s asked for again each time', (path) => {
    expect(cacheControl(path.split('/'))).toBe('no-cache');
  });
});
