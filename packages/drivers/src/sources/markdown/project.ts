import { frontMatter } from '@ibid/core/parse';
import type { RawPage } from '@ibid/core/types';
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { MKDOCS_CONFIG, VITEPRESS_FOLDER, VUEPRESS_FOLDER } from '../project-files.ts';

/** A folder of Markdown, and what the configuration of its generator says about it. */
export interface Project {
  /** Rule for the ids of headings. */
  readonly slugs: RawPage['slugs'];
  /** Folder meant by `@`. */
  readonly sourceRoot: string;
  /** Folders that the paths of MkDocs' includes are tried in, and those whose files may be included although they are hidden. */
  readonly bases: readonly string[];
  /** Included files lie in this folder: the repository if there is one, else that of the configuration. */
  readonly folder: string;
}

/** The project whose configuration lies in the folder, or above it in the same repository; without a repository, right above it. */
export async function projectOf(root: string): Promise<Project> {
  const real = await realpath(root);
  const above = [real];
  while (dirname(above[0]!) !== above[0]) above.unshift(dirname(above[0]!));
  const repository = above.findLast((folder) => existsSync(join(folder, '.git')));
  for (const folder of above.slice(repository === undefined ? -2 : above.indexOf(repository)).toReversed()) {
    const place = { sourceRoot: folder, folder: repository ?? folder };
    const isVitePress = existsSync(join(folder, VITEPRESS_FOLDER));
    if (isVitePress || existsSync(join(folder, VUEPRESS_FOLDER))) {
      const settings = join(folder, isVitePress ? VITEPRESS_FOLDER : VUEPRESS_FOLDER);
      return { ...place, slugs: isVitePress ? 'vitepress' : 'github', bases: [folder, settings] };
    }
    const config = await readFile(join(folder, MKDOCS_CONFIG), 'utf8').catch(() => undefined);
    if (config === undefined) continue;
    const bases = basesOf(config).map((path) => resolve(folder, path));
    // MkDocs may have another rule set.
    const slugs = /^\s*slugify:/m.test(config) ? 'github' : 'mkdocs';
    return { ...place, slugs, bases: bases.filter((base) => `${base}${sep}`.startsWith(place.folder + sep)) };
  }
  // Jekyll needs no configuration.
  return { slugs: 'github', sourceRoot: real, bases: [real, join(real, '_includes')], folder: real };
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/snippets/#options, and the folders that other extensions start from. */
function basesOf(config: string): readonly string[] {
  // YAML, as front matter is.
  const { data } = frontMatter(`---\n${config.replace(/^---[ \t]*\r?\n/, '')}\n---\n`);
  const extensions = [data['markdown_extensions']].flat();
  const named = extensions.map((entry) => valueOf(valueOf(entry, 'pymdownx.snippets'), 'base_path'));
  const paths = [...named.flat(), '.', data['docs_dir'] ?? 'docs'];
  return paths.filter((path) => typeof path === 'string');
}

function valueOf(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;
}
