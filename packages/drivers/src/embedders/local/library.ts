/** The library that runs local models; owners install it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const LIBRARY = '@huggingface/transformers';

/** Path of an installed package: where Ibid is, else in the owner's project, which may not contain Ibid. */
export function findLibrary(specifier: string): string | undefined {
  for (const from of [import.meta.filename, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(specifier);
    } catch {
      // Not there.
    }
  }
  return undefined;
}

export function missingLibrary(specifier: string): string {
  return `The embedder \`local\` needs a package that is not part of Ibid. Run \`npm install ${specifier}\`.`;
}
