import { expect, test } from 'vitest';
import { versionName } from './site-links.ts';

const docs = {
  community: { versions: [{ name: 'current', label: 'Next' }] },
  default: {
    versions: [
      { name: 'current', label: '2026' },
      { name: '2025', label: '2025 (old)' },
    ],
  },
};

test('a version is called as the switcher of the site calls it', () => {
  expect(versionName(docs, 'current')).toBe('2026');
  expect(versionName(docs, '2025')).toBe('2025 (old)');
});

test('one that the site does not know is called what it is', () => {
  expect(versionName(docs, '1.0')).toBe('1.0');
  expect(versionName({}, 'current')).toBe('current');
});
