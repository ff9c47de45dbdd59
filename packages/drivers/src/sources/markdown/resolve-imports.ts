import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Diagnostic, RawPage } from '@ibid/core';
import { markdownImports } from '@ibid/core/parse';
import type { ReadText } from './text-file.ts';

export interface ResolvedImports {
  readonly imports: Readonly<Record<string, string>>;
  /** Changes when any imported file does, or comes or goes. */
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ImportScope {
  /** What `@site` stands for. */
  readonly siteFolder: string;
  /** Real paths of the folders that files may come from. */
  readonly allowed: readonly string[];
  readonly read: ReadText;
}

const DEEPEST = 10;
const MOST_FILES = 2_000;
const MOST_CHARACTERS = 20_000_000;

/** Reads the files that a page names as parts of itself, and those that they name. Files outside of the site are refused. */
export async function resolveImports(
  page: Pick<RawPage, 'format' | 'sourceFile'> & { readonly text: string; readonly realPath: string },
  scope: ImportScope,
): Promise<ResolvedImports> {
  const imports: Record<string, string> = {};
  const hashes: string[] = [];
  const diagnostics: Diagnostic[] = [];
  let characters = 0;

  function refuse(key: string, why: string): void {
    hashes.push(`${key} missing`);
    // The parser reports all that it was not given.
    if (why === '') return;
    const message = `The imported file \`${key}\` is left out. ${why}`;
    diagnostics.push({ severity: 'warning', rule: 'markdown:import', message, page: page.sourceFile });
  }

  async function follow(text: string, realPath: string, outer: string, chain: readonly string[]): Promise<void> {
    for (const found of markdownImports(text, page.format)) {
      const key = outer === '' ? found.specifier : `${outer} > ${found.specifier}`;
      const target = targetOf(found.path, realPath, scope);
      const real = target === undefined ? undefined : await realpath(target).catch(() => undefined);
      if (real === undefined) {
        refuse(key, '');
      } else if (!scope.allowed.some((folder) => real.startsWith(folder + sep))) {
        refuse(key, 'It lies outside of the site. Copy it into the site to have it read.');
      } else if (hashes.length >= MOST_FILES || characters > MOST_CHARACTERS) {
        refuse(key, 'The page imports too much.');
      } else {
        const file = await scope.read(real);
        if (file.problem !== '') {
          refuse(key, file.problem);
          continue;
        }
        imports[key] = file.text;
        hashes.push(`${key} ${file.hash}`);
        characters += file.text.length;
        if (found.kind !== 'markdown' || chain.length >= DEEPEST || chain.includes(real)) continue;
        await follow(file.text, real, key, [...chain, real]);
      }
    }
  }

  await follow(page.text, page.realPath, '', [page.realPath]);
  return { imports, hash: hashes.join('\n'), diagnostics };
}

function targetOf(path: string, importer: string, scope: ImportScope): string | undefined {
  if (path.includes('\0')) return undefined;
  if (path.startsWith('@site/')) return resolve(scope.siteFolder, path.slice('@site/'.length));
  return path.startsWith('@') ? undefined : resolve(dirname(importer), path);
}
