import { IbidError } from '@ibid/core';
import type { Settings } from 'ibid';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckedOptions } from '../options/plugin-options.ts';

const CONFIG_FILES = ['ibid.config.ts', 'ibid.config.js', 'ibid.config.json'];

/** Ibid's configuration file in the site's folder; `undefined` if there is none. */
export function ibidConfig(siteDir: string): string | undefined {
  return CONFIG_FILES.map((name) => join(siteDir, name)).find((file) => existsSync(file));
}

/** Settings from `ibid.config` and the environment, overridden by the plugin's options. Rejects with `INVALID_CONFIG`. */
export async function siteSettings(
  siteDir: string,
  { index, embedder }: { readonly index: string; readonly embedder: CheckedOptions['embedder'] },
): Promise<Settings> {
  const { checkConfig, readSettings } = await import('ibid');
  const config = ibidConfig(siteDir);
  const settings = await readSettings({ index, ...(config === undefined ? {} : { config }) });
  if (embedder === undefined) return settings;
  try {
    checkConfig({ embedder }, 'docusaurus.config');
    return { ...settings, embedder };
  } catch (cause) {
    const { message } = cause as Error;
    throw new IbidError('INVALID_CONFIG', `The option \`embedder\` of \`@ibid/docusaurus-plugin\`: ${message}`, {
      cause,
    });
  }
}
