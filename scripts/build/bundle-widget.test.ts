import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleWidget } from './bundle-widget.ts';

const ROOT = join(import.meta.dirname, '../..');

test('equal sources give the bytes of the build, wherever they lie', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'ibid-bundle-'));
  try {
    await cp(join(ROOT, 'packages/widget/src'), join(scratch, 'elsewhere/src'), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
    await symlink(join(ROOT, 'packages/widget/node_modules'), join(scratch, 'elsewhere/node_modules'));
    const [here, there] = [join(ROOT, 'packages/widget/dist/bundle'), join(scratch, 'bundle')];
    await bundleWidget(join(scratch, 'elsewhere/src'), there);
    const names = await readdir(there);
    expect(names).toContain('ibid-ask.js');
    expect(await contents(there, names)).toEqual(await contents(here, names));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

const contents = (folder: string, names: readonly string[]): Promise<readonly string[]> =>
  Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
