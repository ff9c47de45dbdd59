import type { RawPage } from '../../types/source.ts';
import type { MarkNode } from './mark-node.ts';
import { programOf, staticValue } from './static-value.ts';

/** One file that a page's text names as part of itself. */
export interface MarkdownImport {
  /** As written; the key in `RawPage.imports`. */
  readonly specifier: string;
  /** The path in it: relative, `@site/…` or `/…`. */
  readonly path: string;
  /** `markdown` files may name files of their own, relative to themselves. */
  readonly kind: 'markdown' | 'text';
}

const MODULE_IMPORT =
  /^import\s{1,9}([A-Za-z_$][\w$]*)\s{0,9}(?:,[^'"]{0,999}?)?\s{1,9}from\s{1,9}['"]([^'"\n]+)['"]/gm;
/** mdBook's links; a backslash before them makes them text. */
export const MDBOOK_LINK: RegExp = /\\?\{\{\s*#([a-zA-Z0-9_]+)(?:\s+([^}]+?))?\s*\}\}/g;

/**
 * The files that a source must hand over in `RawPage.imports` for this text, each once, in order: MDX partials, raw-loader
 * imports and mdBook includes. Components and data are not among them.
 */
export function markdownImports(text: string, format: RawPage['format']): readonly MarkdownImport[] {
  const found = format === 'mdbook' ? mdbookIncludes(text) : format === 'html' ? [] : moduleImports(text);
  return [...new Map(found.map((entry) => [entry.specifier, entry])).values()];
}

function moduleImports(text: string): readonly MarkdownImport[] {
  return [...text.matchAll(MODULE_IMPORT)].flatMap((match): MarkdownImport[] => {
    const specifier = match[2]!;
    const raw = /^(?:!!|-!|!)raw-loader!(.+)$/.exec(specifier)?.[1] ?? /^(.+)\?raw$/.exec(specifier)?.[1];
    if (raw !== undefined) return [{ specifier, path: raw, kind: 'text' }];
    return /\.mdx?$/i.test(specifier) ? [{ specifier, path: specifier, kind: 'markdown' }] : [];
  });
}

function mdbookIncludes(text: string): readonly MarkdownImport[] {
  return [...text.matchAll(MDBOOK_LINK)].flatMap((match): MarkdownImport[] => {
    if (match[0].startsWith('\\') || !['include', 'rustdoc_include', 'playground', 'playpen'].includes(match[1]!))
      return [];
    const path = mdbookPath(match[2] ?? '');
    return path === '' ? [] : [{ specifier: path, path, kind: 'markdown' }];
  });
}

/** The file in an mdBook link, without line range, anchor or properties. */
export function mdbookPath(target: string): string {
  return target.trim().split(/\s+/, 1)[0]!.split(':', 1)[0]!;
}

export interface ModuleNames {
  /** Specifier by the local name of each default import. */
  readonly imports: Readonly<Record<string, string>>;
  /** Constants that the page exports and whose value needs no running. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** What the `import` and `export` lines at the top of an MDX page give names to. */
export function moduleNames(root: MarkNode): ModuleNames {
  const imports: [string, string][] = [];
  const constants: Record<string, unknown> = {};
  for (const node of root.children ?? []) {
    for (const statement of node.type === 'mdxjsEsm' ? (programOf(node.data)?.body ?? []) : []) {
      if (statement.type === 'ImportDeclaration') {
        for (const { type, local } of statement.specifiers) {
          if (type === 'ImportDefaultSpecifier') imports.push([local.name, String(statement.source.value)]);
        }
      }
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
        continue;
      for (const { id, init } of statement.declaration.declarations) {
        if (id.type === 'Identifier') constants[id.name] = staticValue(init, constants);
      }
    }
  }
  return { imports: Object.fromEntries(imports), constants };
}

/** The same from the text alone, for pages that are no valid MDX; no constants. */
export function moduleNamesFromText(text: string): ModuleNames {
  const imports = [...text.matchAll(MODULE_IMPORT)].map((match): [string, string] => [match[1]!, match[2]!]);
  return { imports: Object.fromEntries(imports), constants: {} };
}
