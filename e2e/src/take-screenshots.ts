/**
 * Takes the pictures of the panel that the documentation shows, from the sample book as `npm start` serves it, into `docs/screenshots/`.
 *
 *   npm run docs:screenshots
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBook } from './testing/open-book.ts';
import { SHOTS } from './screenshots/shots.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');

await mkdir(FOLDER, { recursive: true });
await using book = await openBook();
for (const { name, path, options, prepare } of SHOTS) {
  await using visited = await book.visit(path, { reducedMotion: 'reduce', ...options });
  await prepare(visited.page);
  await visited.page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 82 });
  process.stdout.write(`${name}\n`);
}
