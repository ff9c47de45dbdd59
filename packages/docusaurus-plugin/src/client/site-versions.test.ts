import { expect, test } from 'vitest';
import { versionRead } from './docusaurus-host.ts';

const latest = { default: '2.0' };

test('the version being read is the one asked', () => {
  expect(versionRead(latest, '1.0', 'docs-default-1.0')).toBe('1.0');
  expect(versionRead(latest, 'current', 'docs-default-current')).toBe('current');
});

test('on pages without a version it is the latest', () => {
  expect(versionRead(latest, '', 'default')).toBe('2.0');
  expect(versionRead(latest, 'current', 'docs-community-current')).toBe('2.0');
});

test('a site without versions asks for none', () => {
  expect(versionRead({}, 'current', 'docs-default-current')).toBe('');
});

test('of several sets of docs with versions the one being read decides, and elsewhere none', () => {
  const docs = { api: '2.0', sdk: '7' };
  expect(versionRead(docs, '1.0', 'docs-sdk-1.0')).toBe('1.0');
  expect(versionRead(docs, '', '')).toBe('');
});
