/**
 * Packs everything that is published, as `npm publish` would send it.
 *
 *   node scripts/pack.ts --out out/packed
 */
import { parseArgs } from 'node:util';
import { packAll } from './pack/pack-all.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'out/packed' } } });

for (const { file, files, size } of await packAll(values.out)) {
  process.stdout.write(`${file}  ${files.length} files, ${Math.round(size / 1024)} KB\n`);
}
