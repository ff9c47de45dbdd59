import { expect, test } from 'vitest';
import { versionRead } from './site-versions.ts';

const versioned = {
  versions: [
    { name: 'current', isLast: false },
    { name: '2.0', isLast: true },
    { name: '1.0', isLast: false },
  ],
};
const single = { versions: [{ name: 'current', isLast: true }] };

test('the version being read is the one asked', () => {
  expect(versionRead({ default: versioned }, '1.0', 'docs-default-1.0')).toBe('1.0');
  expect(versionRead({ default: versioned }, 'current', 'docs-default-current')).toBe('current');
});

test('on pages without a version it is the latest', () => {
  expect(versionRead({ default: versioned }, '', '')).toBe('2.0');
  expect(versionRead({ default: versioned, community: single }, 'current', 'docs-community-current')).toBe('2.0');
});

test('a site without versions asks for none', () => {
  expect(versionRead({ default: single }, 'current', 'docs-default-current')).toBe('');
  expect(versionRead({}, '', '')).toBe('');
});

test('of several sets of docs with versions the one being read decides, and elsewhere none', () => {
  const docs = { api: versioned, sdk: versioned };
  expect(versionRead(docs, '1.0', 'docs-sdk-1.0')).toBe('1.0');
  expect(versionRead(docs, '', '')).toBe('');
});
