/**
 * Takes the steps of the Dockerfile without an engine, starts what comes out as the image's user in a read-only root, and says what happened.
 *
 *   node scripts/deploy/run-image-steps.ts
 */
import { join } from 'node:path';
import { makeImage } from './image/make-image.ts';
import { tryImage } from './image/try-image.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
await using made = await makeImage(join(import.meta.dirname, '../..'), say);
for (const { name, size } of made.stages) say(`${name.padEnd(10)} ${(size / 1e6).toFixed(1)} MB beside its base`);
say(made.hasNamespaces ? 'Started in namespaces, root read-only.' : 'No namespaces here: started in its folder.');
for (const [what, found] of Object.entries(await tryImage(made))) say(`${what.padEnd(10)} ${found}`);
