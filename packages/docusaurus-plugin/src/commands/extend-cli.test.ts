import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveArguments } from './extend-cli.ts';

const site = {
  outDir: join(process.cwd(), 'build'),
  siteConfig: { title: 'The docs' } as never,
  index: '/site/.ibid/index.db',
  config: undefined,
};

test('the last build is served with its index; what is typed stands behind and so wins', () => {
  const argv = ['node', 'docusaurus', 'ibid:serve', '--port', '8080', '--title', 'Mine'];
  expect(serveArguments(argv, site)).toEqual([
    'serve',
    '--index',
    '/site/.ibid/index.db',
    '--site',
    'build',
    '--title',
    'The docs',
    '--port',
    '8080',
    '--title',
    'Mine',
  ]);
});

test("the site's own configuration of Ibid is used, wherever the command is called", () => {
  expect(serveArguments(['node', 'docusaurus', 'ibid:serve'], { ...site, config: '/site/ibid.config.ts' })).toEqual(
    expect.arrayContaining(['--config', '/site/ibid.config.ts']),
  );
});
