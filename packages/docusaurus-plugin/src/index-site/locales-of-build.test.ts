import { expect, test } from 'vitest';
import { localesOfBuild } from './after-build.ts';

const site = { locales: ['en', 'fr', 'ur'], currentLocale: 'fr' };

test.each<readonly [string, readonly string[]]>([
  ['build', ['en', 'fr', 'ur']],
  ['build --out-dir fr', ['en', 'fr', 'ur']],
  ['build --locale fr', ['fr']],
  ['build -l fr', ['fr']],
  ['build --locale=fr', ['fr']],
  ['build --locale en fr', ['en', 'fr']],
  ['build --locale en --locale fr', ['en', 'fr']],
  ['build --locale en fr --out-dir x', ['en', 'fr']],
  ['build --locale fr website', ['fr']],
  // A command line that does not name the current locale is not the one that builds it.
  ['build --locale en', ['en', 'fr', 'ur']],
  ['some-script.js', ['en', 'fr', 'ur']],
])('`docusaurus %s` builds %j', (line, expected) => {
  expect(localesOfBuild(['node', 'docusaurus', ...line.split(' ')], site)).toEqual(expected);
});

test('a locale that the site does not list is built when it is named', () => {
  const argv = ['node', 'docusaurus', 'build', '--locale', 'de'];
  expect(localesOfBuild(argv, { ...site, currentLocale: 'de' })).toEqual(['de']);
});
