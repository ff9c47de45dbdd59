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
const nowhere = { version: '', tag: '' };

test('the version being read is the one asked', () => {
  expect(versionRead({ default: versioned }, { version: '1.0', tag: 'docs-default-1.0' })).toBe('1.0');
  expect(versionRead({ default: versioned }, { version: 'current', tag: 'docs-default-current' })).toBe('current');
});

test('on pages without a version it is the latest', () => {
  expect(versionRead({ default: versioned }, nowhere)).toBe('2.0');
  expect(
    versionRead({ default: versioned, community: single }, { version: 'current', tag: 'docs-community-current' }),
  ).toBe('2.0');
});

test('a site without versions asks for none', () => {
  expect(versionRead({ default: single }, { version: 'current', tag: 'docs-default-current' })).toBe('');
  expect(versionRead({}, nowhere)).toBe('');
});

test('of several sets of docs with versions the one being read decides, and elsewhere none', () => {
  const docs = { api: versioned, sdk: versioned };
  expect(versionRead(docs, { version: '1.0', tag: 'docs-sdk-1.0' })).toBe('1.0');
  expect(versionRead(docs, nowhere)).toBe('');
});
