import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The complete environment of a thread. It makes the thread use the process's compile cache, which halves its start time, and find packages
 * under Yarn's Plug'n'Play as the process does.
 */
export function threadEnvironment(): Readonly<Record<string, string>> {
  // `getCompileCacheDir` returns a subfolder for this version of Node.
  const folder = getCompileCacheDir();
  return {
    ...(folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }),
    ...(process.versions['pnp'] === undefined ? {} : { NODE_OPTIONS: plugAndPlay() }),
  };
}

/** The options with which Yarn starts Node. */
function plugAndPlay(): string {
  const api = createRequire(import.meta.url).resolve('pnpapi');
  const loader = pathToFileURL(join(dirname(api), '.pnp.loader.mjs'));
  return `--require ${JSON.stringify(api)} --experimental-loader ${loader.href}`;
}
