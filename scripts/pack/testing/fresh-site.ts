import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runCommand } from './run-command.ts';

const PLUGIN = '@ibid/docusaurus-plugin';
const PLUGIN_FOLDER = join(import.meta.dirname, '../../../packages/docusaurus-plugin/package.json');

/** Packages whose newest versions the registry has only in part; nothing of them concerns the plugin. */
const GAPS = { '@docsearch/react': '4.7.0', '@swc/core': '1.16.2', '@swc/html': '1.16.2' };

/** What `npm create docusaurus` makes, as its template has it, without its dependencies. Resolves to its folder. */
export async function createSite(parent: string): Promise<string> {
  const manifest = createRequire(PLUGIN_FOLDER).resolve('create-docusaurus/package.json');
  const create = join(dirname(manifest), 'bin', 'index.js');
  await runCommand(process.execPath, [create, 'site', 'classic', '--typescript', '--skip-install'], { cwd: parent });
  const site = join(parent, 'site');
  const own = JSON.parse(await readFile(join(site, 'package.json'), 'utf8')) as object;
  await writeFile(join(site, 'package.json'), JSON.stringify({ ...own, overrides: GAPS }, null, 2));
  return site;
}

/** One dependency. */
export async function installPlugin(site: string, registry: string): Promise<void> {
  await runCommand('npm', ['install', PLUGIN, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: site,
    env: { npm_config_registry: registry },
  });
}

/** One line of configuration. Returns the configuration without it, for comparison. */
export async function configurePlugin(site: string): Promise<string> {
  const file = join(site, 'docusaurus.config.ts');
  const config = await readFile(file, 'utf8');
  await writeFile(file, config.replace('\n  presets: [', `\n  plugins: ['${PLUGIN}'],\n  presets: [`));
  return config;
}
