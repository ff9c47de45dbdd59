import { invalidConfig } from '@ibid/core';
import type { SiteOptions } from '@ibid/server';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from './main.ts';

export interface SiteFlags {
  readonly site?: string;
  readonly siteBase?: string;
}

/** Returns the built site to serve together with the API; `undefined` if none is named. Rejects with `INVALID_CONFIG` if it is not a folder. */
export async function openSite(
  flags: SiteFlags,
  { settings }: Pick<Context, 'settings'>,
): Promise<SiteOptions | undefined> {
  const named = flags.site ?? settings.site;
  if (named === undefined) return undefined;
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw invalidConfig(
      `\`${named}\` is no folder. Build the site first, and name the folder that its generator writes, such as \`build\`.`,
    );
  }
  const folder = resolve(named);
  const base = siteBase(flags.siteBase ?? settings.siteBase ?? (await builtBase(folder)) ?? '/');
  return { folder, base, headers: settings.server?.siteHeaders };
}

/** Returns a path with a slash at both ends, or throws `INVALID_CONFIG`. */
function siteBase(text: string): string {
  const base = `/${text}/`.replace(/\/+/gu, '/');
  if (/^\/(?:[\w~-][\w.~-]*\/)*$/u.test(base)) return base;
  throw invalidConfig(`\`${text}\` is no path that a site can have; name one such as \`/docs/\`.`);
}

/**
 * Reads the `baseUrl` that Docusaurus writes before every bundle a page loads, or the path in the canonical address of the home page, which
 * MkDocs, Sphinx and Starlight write. `undefined` for sites without either.
 */
export async function builtBase(folder: string): Promise<string | undefined> {
  const [home, missing] = await Promise.all(
    ['index.html', '404.html'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  for (const html of [home!, missing!]) {
    if (!/<meta\b[^>]*\bgenerator\b[^>]*\bDocusaurus\b/iu.test(html)) continue;
    const [, base] = /\b(?:src|href)=["']?(\/(?:[^"'\s>/]+\/)*?)assets\/(?:js|css)\//u.exec(html) ?? [];
    if (base !== undefined) return base;
  }
  const path = canonicalPath(home!);
  // A folder of that name means that the home page only leads to another page.
  if (path === undefined || (path !== '/' && existsSync(join(folder, path)))) return undefined;
  const assets = [...home!.matchAll(/\b(?:src|href)=["']?(\/(?!\/)[^"'\s<>]*\.(?:css|js))\b/giu)];
  return assets.every(([, asset]) => asset!.startsWith(path)) ? path : undefined;
}

function canonicalPath(html: string): string | undefined {
  const links = html.replaceAll(/<!--[\s\S]*?-->/gu, '').matchAll(/<link\b[^<>]*>/giu);
  const link = links.find(([tag]) => /\brel=["']?canonical\b/iu.test(tag))?.[0] ?? '';
  return /\bhref=["']?https?:\/\/[^/"'\s>]+(\/(?:[\w~-][\w.~-]*\/)*)(?:index\.html)?["'\s>]/iu.exec(link)?.[1];
}

/** Name of a built site: the heading of its `llms.txt`, which the plugin, `ibid export` and some generators write. */
export async function builtTitle(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'llms.txt'), 'utf8').catch(() => '');
  return /^# (.+)/u
    .exec(text)?.[1]!
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/gu, '')
    .trim();
}

/** Folder of the panel's bundle; `undefined` if the panel is not installed. */
export function findWidgetFolder(): string | undefined {
  try {
    return dirname(fileURLToPath(import.meta.resolve('@ibid/widget/bundle/ibid-ask.js')));
  } catch {
    return undefined;
  }
}
