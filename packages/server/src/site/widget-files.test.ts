import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../call.ts';
import { testApp } from '../testing/test-app.ts';

let folder: string;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-widget-'));
  const files = {
    'ibid-ask.js': 'import("./panel-Bx12_-9Q.js")',
    'panel-Bx12_-9Q.js': 'export {}',
    'panel.a1b2c3d4.css': 'a {}',
    'ibid-launcher.js': 'export {}',
    'manifest.json': '{}',
    'notes.txt': 'not to be served',
    '.env': 'not to be served',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await symlink('/etc/passwd', join(folder, 'passwd.js'));
  app = testApp({ engine: {}, widgetFolder: folder, origins: ['https://docs.example.org'] });
});
afterAll(() => rm(folder, { recursive: true }));

describe("the panel's files", () => {
  it.each([
    ['/widget/ibid-ask.js', 'text/javascript; charset=utf-8', 'public, max-age=300'],
    ['/widget/ibid-launcher.js', 'text/javascript; charset=utf-8', 'public, max-age=300'],
    ['/widget/manifest.json', 'application/json', 'public, max-age=300'],
    ['/widget/panel-Bx12_-9Q.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/widget/panel.a1b2c3d4.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])('%s may be loaded by any site', async (path, type, cache) => {
    for (const Origin of ['https://anybody.example', 'https://docs.example.org', 'null']) {
      const headers = { Origin, Host: 'ask.example.org', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };
      const response = await app.request(`http://ask.example.org${path}`, { headers });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'cache-control': cache,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers.get('vary') ?? '').not.toContain('Origin');
    }
  });

  it.each(['notes.txt', '.env', 'passwd.js', '..%2Fx.js', 'nothing.js', 'ibid-ask.js%00', 'a%2Fb.js'])(
    'are all that is there: not %s',
    async (name) => {
      const response = await app.request(`/widget/${name}`);
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    },
  );

  it('are the only ones that other sites may load', async () => {
    const headers = { Origin: 'https://anybody.example' };
    for (const path of [
      '/api/ask',
      '/widget',
      '/widget/',
      '/widget/sub/a.js',
      '/widgets/ibid-ask.js',
      '/health/',
      '/ask',
    ]) {
      expect((await app.request(path, { headers })).status).toBe(403);
    }
    const posted = await app.request('/widget/ibid-ask.js', { method: 'POST', headers });
    expect(posted.status).toBe(403);
  });

  it.each([
    ['is not built', join(tmpdir(), 'ibid-no-such-folder')],
    ['is not installed', undefined],
  ])('explain the failure if the panel %s', async (_, widgetFolder) => {
    const bare = testApp({ engine: {}, ...(widgetFolder === undefined ? {} : { widgetFolder }) });
    const response = await bare.request('/widget/ibid-ask.js');
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'NOT_FOUND', message: expect.stringContaining('npm run build'), request_id: 'req-1' },
    ]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
