/**
 * Reads the field tables, bullets and rules of the five contract documents into `packages/wire/src/testing/contracts/contracts.json`.
 * With `--check` it writes nothing and fails when the file differs from what the documents say. The documents are looked for in
 * `IBID_SEEDS`, else in `../shared/seeds`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractsJson } from './contracts/contracts-json.ts';
import { seedsFolder } from './contracts/seeds-folder.ts';

const FILE = join(import.meta.dirname, '..', 'packages', 'wire', 'src', 'testing', 'contracts', 'contracts.json');

const check = process.argv.includes('--check');
const folder = seedsFolder();
if (folder === undefined) {
  process.stdout.write('Skipped: the contract documents are not here; name their folder in IBID_SEEDS.\n');
  process.exitCode = check ? 0 : 1;
} else if (!check) {
  writeFileSync(FILE, contractsJson(folder));
} else if (readFileSync(FILE, 'utf8') !== contractsJson(folder)) {
  process.stderr.write(
    `contracts.json does not say what the documents in ${folder} say. Run \`node scripts/read-contracts.ts\` and review the difference.\n`,
  );
  process.exitCode = 1;
}
