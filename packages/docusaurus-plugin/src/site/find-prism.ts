import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const PRISM = 'prism-react-renderer';
/** Dependency chains to Prism. Each package is searched from the folder of the previous one, as strict package managers require. */
const CHAINS = [
  ['@docusaurus/preset-classic', '@docusaurus/theme-classic', PRISM],
  ['@docusaurus/theme-classic', PRISM],
  [PRISM],
];

/** Folder of the `prism-react-renderer` that the site's theme uses, so that it is not loaded twice; `undefined` if there is none. */
export function findPrism(siteDir: string): string | undefined {
  return CHAINS.map((chain) => chain.reduce<string | undefined>(folderOf, siteDir)).find(
    (folder) => folder !== undefined,
  );
}

/** Folder of a package as resolved from `folder`. Searched by path, because many packages do not export their `package.json`. */
function folderOf(folder: string | undefined, name: string): string | undefined {
  if (folder === undefined) return undefined;
  const folders = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? [];
  return folders.map((one) => join(one, name)).find((one) => existsSync(join(one, 'package.json')));
}
