import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '../run-command.ts';

const PLUGIN = '@ibid/docusaurus-plugin';
const PLUGIN_FOLDER = join(import.meta.dirname, '../../../packages/docusaurus-plugin/package.json');

/** Packages whose newest versions are incomplete in the registry; the plugin does not depend on them. */
const GAPS = { '@docsearch/react': '4.7.0', '@swc/core': '1.16.2', '@swc/html': '1.16.2' };

const STARTS_WITHIN_MS = 60_000;

/** Runs `create-docusaurus` with its template, without installing dependencies. Resolves to the folder of the site. */
export async function createSite(parent: string): Promise<string> {
  const manifest = createRequire(PLUGIN_FOLDER).resolve('create-docusaurus/package.json');
  const create = join(dirname(manifest), 'bin', 'index.js');
  await runInSite(process.execPath, [create, 'site', 'classic', '--typescript', '--skip-install'], { cwd: parent });
  const site = join(parent, 'site');
  const own = JSON.parse(await readFile(join(site, 'package.json'), 'utf8')) as object;
  await writeFile(join(site, 'package.json'), JSON.stringify({ ...own, overrides: GAPS }, null, 2));
  return site;
}

/** Installs the plugin as one dependency. */
export async function installPlugin(site: string, registry: string): Promise<void> {
  await runInSite('npm', ['install', PLUGIN, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: site,
    env: { npm_config_registry: registry },
  });
}

/** Adds the plugin with one line of configuration. */
export async function configurePlugin(site: string): Promise<void> {
  const file = join(site, 'docusaurus.config.ts');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace('\n  presets: [', `\n  plugins: ['${PLUGIN}'],\n  presets: [`));
}

interface ServedSite extends AsyncDisposable {
  readonly url: string;
}

/** Starts `docusaurus ibid:serve` over the last build; resolves once it answers. */
export async function serveSite(site: string): Promise<ServedSite> {
  const program = join(site, 'node_modules', '@docusaurus', 'core', 'bin', 'docusaurus.mjs');
  const child = spawn(process.execPath, [program, 'ibid:serve', '--port', '0', '--log', 'off', '--no-color'], {
    cwd: site,
    env: withThisNode(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  const until = performance.now() + STARTS_WITHIN_MS;
  let url: string | undefined;
  while (url === undefined) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`\`docusaurus ibid:serve\` did not start:\n${output}`);
    url = /answers at (http:\/\/\S+)/u.exec(output)?.[1];
    await wait(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Like `runCommand`, using the Node that runs this process. */
export async function runInSite(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  return runCommand([command, ...args], { cwd, env: { ...withThisNode(), ...env } });
}

/** The environment with `node` set to the Node that runs this process. */
function withThisNode(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) };
}
