import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What kind of folder the root is. */
export type SiteKind =
  | { readonly kind: 'docusaurus'; readonly folder: string; readonly config: string }
  | { readonly kind: 'mdbook'; readonly folder: string }
  /** Docs of Docusaurus without its configuration. */
  | { readonly kind: 'docs'; readonly folder: string }
  | { readonly kind: 'folder'; readonly folder: string };

const CONFIG = ['ts', 'js', 'mjs', 'cjs', 'mts'].map((ending) => `docusaurus.config.${ending}`);
/** Where repositories keep their site when it is not at their root. */
const USUAL_FOLDERS = ['website', 'docs', 'site', 'documentation', 'www'];

/** `root` must exist. */
export async function detectSite(
  root: string,
  flavour: 'auto' | 'docusaurus' | 'mdbook' | 'folder',
): Promise<SiteKind> {
  if (flavour === 'folder') return { kind: 'folder', folder: root };
  if (flavour !== 'mdbook') {
    for (const folder of [root, dirname(root), ...USUAL_FOLDERS.map((name) => join(root, name))]) {
      const config = CONFIG.find((name) => existsSync(join(folder, name)));
      if (config !== undefined) return { kind: 'docusaurus', folder, config: join(folder, config) };
    }
  }
  if (flavour === 'docusaurus') return { kind: 'docs', folder: root };
  if (flavour === 'mdbook' || existsSync(join(root, 'book.toml'))) return { kind: 'mdbook', folder: root };
  if (basename(root) === 'src' && existsSync(join(root, 'SUMMARY.md')) && existsSync(join(root, '../book.toml'))) {
    return { kind: 'mdbook', folder: dirname(root) };
  }
  return { kind: (await looksLikeDocs(root)) ? 'docs' : 'folder', folder: root };
}

/** Sidebar settings in the folder or one below it are a mark of Docusaurus. */
async function looksLikeDocs(root: string): Promise<boolean> {
  const top = await readdir(root, { withFileTypes: true });
  const folders = top.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  );
  for (const folder of [root, ...folders.slice(0, 100).map((entry) => join(root, entry.name))]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    if (entries.some((entry) => /^_category_\.(?:json|ya?ml)$/.test(entry.name))) return true;
    for (const entry of entries.filter((one) => one.isFile() && /\.mdx?$/i.test(one.name)).slice(0, 20)) {
      const text = await readFile(join(folder, entry.name), 'utf8').catch(() => '');
      if (/^\ufeff?---\r?\n(?:(?!---)[^\n]*\n)*?sidebar_(?:position|label|class_name):/.test(text)) return true;
    }
  }
  return false;
}
