import { expect, test } from 'vitest';
import { hasRoute } from './site-links.ts';

const routes = [
  { path: '/docs', routes: [{ path: '/docs', routes: [{ path: '/docs/intro' }, { path: '/docs/über uns/' }] }] },
  { path: '/' },
  { path: '*' },
];

test.each([
  ['/docs/intro', true],
  ['/docs/intro/', true],
  ['/docs/%C3%BCber%20uns', true],
  ['/', true],
  ['/docs', false],
  ['/ur/docs/intro', false],
  ['/docs/%', false],
])('`%s`: %s', (path, isThere) => {
  expect(hasRoute(routes, path)).toBe(isThere);
});
