/**
 * A program that loads every module of ours below the folder it is given, and every package that one of them names, also those that are loaded only when
 * they are wanted. Threads and programs are left out, which do something when they are loaded. To be run with `--experimental-import-meta-resolve`.
 */
export const LOAD_MODULES = `import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
const root = process.argv[2];
const files = globSync('{ibid,@ibid/{core,drivers,wire,server}}/dist/**/*.js', { cwd: root }).filter(
  (file) => !/(?:worker|thread|child|main|-writer|-holder|fixture)\\.js$|server\\/dist\\/page\\//u.test(file),
);
const OPTIONAL = '@huggingface/transformers';
let failed = 0;
for (const file of files) {
  const url = pathToFileURL(join(root, file)).href;
  const named = [...readFileSync(join(root, file), 'utf8').matchAll(/\\b(?:from|import)\\s*\\(?\\s*'([@a-z][^'\\n]*)'/gu)];
  const packages = named.map((match) => match[1]).filter((name) => name !== OPTIONAL && !/\\.(?:css|js)$/u.test(name));
  for (const name of ['./' + file.split('/').at(-1), ...packages]) {
    try {
      await import(import.meta.resolve(name, url));
    } catch (error) {
      failed += 1;
      process.stdout.write(file + ': ' + error.message + '\\n');
    }
  }
}
process.stdout.write(files.length + ' modules\\n');
process.exit(failed === 0 && files.length > 100 ? 0 : 1);
`;
