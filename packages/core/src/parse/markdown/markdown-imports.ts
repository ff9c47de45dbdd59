import type { RawPage } from '../../spec/source.ts';

/** One file that a page's text names as part of itself. */
export interface MarkdownImport {
  /** As written; the key in `RawPage.imports`. */
  readonly specifier: string;
  /** The path in it: relative, `@site/…` or `/…`. */
  readonly path: string;
  /** `markdown` files may name files of their own, relative to themselves. */
  readonly kind: 'markdown' | 'text';
}

const MODULE_IMPORT = /^import\s{1,9}[A-Za-z_$][\w$]*\s{0,9}(?:,[^'"]{0,999}?)?\s{1,9}from\s{1,9}['"]([^'"\n]+)['"]/gm;
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
    const specifier = match[1]!;
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
