import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '../pack/loopback-registry.ts';
import type { Tarball } from '../pack/pack-all.ts';
import type { Manager } from './managers.ts';
import { runCommand } from '../pack/run-command.ts';
import type { Step } from './run-steps.ts';

const CORE_README = join(import.meta.dirname, '../../packages/core/README.md');
const QUESTION = 'How do I change the port?';
const PAGE = `# Configure it

## Change the port

To change the port, set \`PORT\` before you start it. Without it the server listens on 4000.
`;
/** The answer must contain the words of the page, and the footnote that proves them. */
const ANSWER = /To change the port, set PORT[^]*\[1\] Configure it › Change the port/u;

/** Installed together with `ibid` in one folder. The plugin installs Docusaurus and is tried in a separate site. */
const LIBRARIES = ['@ibid/core', '@ibid/drivers', '@ibid/client', '@ibid/widget', '@ibid/server', '@ibid/wire'];

export interface Trial {
  /** As `--only` and `--node` take them. */
  readonly manager: string;
  readonly node: string;
  readonly commands: Manager;
  readonly tarballs: readonly Tarball[];
  /** Address of the registry with the tarballs. */
  readonly registry: string;
  /** Address of the registry with all other packages. */
  readonly upstream: string;
  /** An empty folder outside the repository. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Steps that a user with an empty folder and the README would take. */
export function trialSteps(trial: Trial): readonly Step[] {
  const { manager, node, commands, folder, env } = trial;
  const repeat = `npm run release -- --dry-run --only ${manager} --node ${node}`;
  const titled = (name: string): string => `${manager}, Node ${node}: ${name}`;
  const step = (name: string, run: Step['run']): Step => ({
    name: titled(name),
    run,
    repeat,
    needs: titled('install'),
  });
  const fresh = join(folder, 'fresh');
  const installed = join(folder, 'installed');
  const ask = ['ibid', 'ask', QUESTION, 'docs'] as const;
  const run = (...args: readonly string[]): Promise<string> =>
    runCommand([...commands.exec, ...args], { cwd: installed, env });
  return [
    ...(commands.once === undefined
      ? []
      : [
          step(`${commands.once.join(' ')} ibid ask`, async () => {
            await emptyFolder(fresh, trial);
            checkAnswer(await runCommand([...commands.once!, ...ask], { cwd: fresh, env }));
          }),
        ]),
    ...(manager === 'npm'
      ? [
          step('install tarballs', async () => {
            const at = join(folder, 'tarballs');
            await emptyFolder(at, { ...trial, registry: trial.upstream });
            const files = trial.tarballs.map(({ file }) => file);
            await runCommand([...commands.add, '--omit=peer', ...files], { cwd: at, env });
            checkAnswer(await runCommand([...commands.exec, ...ask], { cwd: at, env }));
          }),
        ]
      : []),
    step('install', async () => {
      await emptyFolder(installed, trial);
      await writeFile(join(installed, 'package.json'), '{ "private": true }');
      await runCommand([...commands.add, 'ibid', ...LIBRARIES, 'react', 'react-dom'], { cwd: installed, env });
    }),
    step('ibid', async () => {
      const version = (await run('ibid', '--version')).trim();
      if (!version.endsWith(trial.tarballs[0]!.version)) throw new Error(`\`ibid --version\` says ${version}`);
      checkAnswer(await run(...ask));
      const sound = await run('ibid', 'verify');
      if (!sound.includes('is sound')) throw new Error(`\`ibid verify\` says ${sound}`);
      const doctor = await run('ibid', 'doctor');
      if (!new RegExp(`Node +${node}\\.`, 'u').test(doctor)) throw new Error(`\`ibid doctor\` says ${doctor}`);
    }),
    step('import', async () => {
      const names = await importable(trial.tarballs.filter(({ name }) => ['ibid', ...LIBRARIES].includes(name)));
      await writeFile(join(installed, 'all.mjs'), names.map((name) => `await import('${name}');\n`).join(''));
      await run('node', 'all.mjs');
      return `${names.length} entries`;
    }),
    step("core's README", async () => {
      const [, code = ''] = /```js\n([^]*?)```/u.exec(await readFile(CORE_README, 'utf8')) ?? [];
      await writeFile(join(installed, 'readme.mjs'), code);
      const output = await run('node', 'readme.mjs');
      if (!output.includes('[1] “To change the port')) throw new Error(`It prints ${output}`);
    }),
  ];
}

/** Measures the bytes and packages of `ibid` alone, which `npx` has installed below the cache of npm. Rejects above the promised limits. */
export async function checkSize(cache: string): Promise<string> {
  const [name = ''] = await readdir(join(cache, '_npx'));
  const folder = join(cache, '_npx', name);
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as { packages: object };
  const packages = Object.keys(lock.packages).length - 1;
  const files = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)));
  const megabytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0) / 1e6;
  const said = `${packages} packages, ${megabytes.toFixed(1)} MB`;
  if (packages > 80 || megabytes > 60) throw new Error(`${said}; at most 80 packages and 60 MB are promised`);
  return said;
}

async function emptyFolder(folder: string, { commands, registry, folder: scratch }: Trial): Promise<void> {
  await mkdir(join(folder, 'docs'), { recursive: true });
  await writeFile(join(folder, 'docs', 'configure.md'), PAGE);
  for (const [name, text] of Object.entries(commands.settings(registry, scratch)))
    await writeFile(join(folder, name), text);
}

function checkAnswer(output: string): void {
  if (!ANSWER.test(output)) throw new Error(`The answer lacks its words or its footnote:\n${output}`);
}

/** All entry points of the packages that Node can import by name. */
async function importable(tarballs: readonly Tarball[]): Promise<readonly string[]> {
  const names = tarballs.map(async ({ name, file }) => {
    const { exports } = (await readManifest(file)) as { exports: object };
    const paths = Object.keys(exports).filter((path) => !/\*|\.css$|\.json$/u.test(path));
    return paths.map((path) => name + path.slice(1));
  });
  return (await Promise.all(names)).flat();
}
