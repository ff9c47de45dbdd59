import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveArguments } from './extend-cli.ts';

const site = {
  outDir: join(process.cwd(), 'build'),
  siteConfig: { title: 'The docs' } as never,
  index: '/site/.ibid/index.db',
  config: '/site/ibid.config.ts',
};

test("the last build is served with its index and the site's configuration of Ibid; what is typed stands behind and so wins", () => {
  const argv = ['node', 'docusaurus', 'ibid:serve', '--port', '8080', '--title', 'Mine'];
  expect(serveArguments(argv, site)).toEqual([
    'serve',
    '--index',
    '/site/.ibid/index.db',
    '--site',
    'build',
    '--title',
    'The docs',
    '--config',
    '/site/ibid.config.ts',
    '--port',
    '8080',
    '--title',
    'Mine',
  ]);
});

test('a site without a configuration file names none, because a name that is empty is an error', () => {
  const argv = ['node', 'docusaurus', 'ibid:serve'];
  expect(serveArguments(argv, { ...site, config: undefined })).not.toContain('--config');
});
