import type * as Files from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { detectSource } from './detect-source.ts';
import { openWorkplace } from './testing/run-ibid.ts';

// Root, who may run the tests, can read every folder.
vi.mock('node:fs/promises', async (load) => {
  const files = await load<typeof Files>();
  const opendir = (path: string): unknown =>
    path.endsWith('locked')
      ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
      : files.opendir(path);
  return { ...files, opendir };
});

it('says which folder cannot be read, and passes over one in it', async () => {
  await using place = await openWorkplace();
  await place.write({ 'locked/page.md': '', 'beside/locked/page.html': '', 'beside/page.md': '' });
  expect(await detectSource(join(place.path, 'beside'))).toBe('markdown');
  await expect(detectSource(join(place.path, 'locked'))).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringMatching(/locked` cannot be read \(EACCES\)\. Allow/u),
  });
});
