import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleWidget } from './bundle-widget.ts';

const ROOT = join(import.meta.dirname, '../..');

test('equal sources give equal bytes, wherever they lie', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'ibid-bundle-'));
  try {
    await cp(join(ROOT, 'packages/widget/src'), join(scratch, 'elsewhere/src'), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
    await symlink(join(ROOT, 'packages/widget/node_modules'), join(scratch, 'elsewhere/node_modules'));
    await bundleWidget(join(ROOT, 'packages/widget/src'), join(scratch, 'one'));
    await bundleWidget(join(scratch, 'elsewhere/src'), join(scratch, 'two'));
    expect(await contents(join(scratch, 'two'))).toEqual(await contents(join(scratch, 'one')));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}
