import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

/** JSON Schemas of types of a TypeScript module, as one document with `definitions`. Takes about a second. */
export async function generateSchemas(source: string, types: readonly string[]): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-shapes-'));
  try {
    const path = join(folder, 'shapes.ts');
    const tsconfig = join(folder, 'tsconfig.json');
    await writeFile(path, source);
    await writeFile(tsconfig, JSON.stringify({ compilerOptions: { strict: true, lib: ['es2020'], types: [] } }));
    return createGenerator({
      path,
      tsconfig,
      type: [...types],
      expose: 'all',
      jsDoc: 'extended',
      additionalProperties: false,
      skipTypeCheck: true,
      encodeRefs: false,
    }).createSchema([...types] as never);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
