/**
 * What the image holds besides Node:
 *
 *   node scripts/deploy/make-app.ts --installed <folder where `npm ci --omit=dev --workspace packages/cli` has run> --out app
 */
import { parseArgs } from 'node:util';
import { makeApp } from './app/make-app.ts';

const { values } = parseArgs({
  options: { installed: { type: 'string', default: '.' }, out: { type: 'string', default: 'app' } },
});

const { packages } = await makeApp(values.installed, values.out);
process.stdout.write(`The program and ${packages} packages it needs lie in ${values.out}.\n`);
