import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runCommand } from '../pack/run-command.ts';

/** Node versions for the trials: the oldest supported one, and the one that the project uses. */
export const NODES: Readonly<Record<string, string>> = { '22': '22.13.1', '24': '24.21.0' };

/** Tools that check and install, with exact versions. None needs an install script, and none is run. */
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
  /** Environment in which `node` has the version `major`, and the package managers are those of `TOOLS`. */
  env(major: string): NodeJS.ProcessEnv;
}

/** Installs the tools into `folder`, which is outside the repository. */
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

/** The current environment without the additions of `npm run`, so that a program missing in an empty folder is not found in the repository. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$|NODE_(?!EXTRA_CA))/iu.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}
