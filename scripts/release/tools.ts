import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runCommand } from '../pack/run-command.ts';

/** Node versions that the packages are tried on: the oldest that is served, and the one that the project runs on. */
export const NODES: Readonly<Record<string, string>> = { '22': '22.13.1', '24': '24.21.0' };

/** What checks and installs, by exact version. No install script of these is needed, and none runs. */
const TOOLS: readonly string[] = [
  'publint@0.3.25',
  '@arethetypeswrong/cli@0.18.5',
  'pnpm@12.21.0',
  '@yarnpkg/cli-dist@4.18.1',
  ...Object.entries(NODES).map(
    ([major, version]) => `node${major}@npm:node-${process.platform}-${process.arch}@${version}`,
  ),
];

export interface Tools {
  /** Environment in which `node` is that of `major`, and the package managers are those of `TOOLS`. */
  env(major: string): NodeJS.ProcessEnv;
}

/** Installs the tools into `folder`, which is outside of the repository. */
export async function installTools(folder: string): Promise<Tools> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...TOOLS] as const;
  await runCommand(['npm', ...install], { cwd: folder, env: cleanEnvironment() });
  const modules = join(folder, 'node_modules');
  return {
    env(major) {
      const env = cleanEnvironment();
      const path = [join(modules, `node${major}`, 'bin'), join(modules, '.bin'), env['PATH'] ?? ''];
      return { ...env, PATH: path.join(delimiter) };
    },
  };
}

/** This one without what `npm run` adds to it: a program that is not found in an empty folder must not be found in the repository. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE_(?!EXTRA_CA))/iu.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}
