import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the address of a library that is where Ibid is or in the owner's project. Throws `failure` with the advice to install it if it is in neither. */
export function findLibrary(specifier: string, failure: (message: string) => Error): string {
  try {
    return import.meta.resolve(specifier);
  } catch {
    // The owner's project may not contain this file.
  }
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(specifier)).href;
  } catch {
    throw failure(`The embedder \`local\` needs a package that is not part of Ibid. Run \`npm install ${specifier}\`.`);
  }
}
