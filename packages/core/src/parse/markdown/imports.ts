import type { AnyNode, Expression, Program } from 'acorn';
import type { RawPage } from '../../types/source.ts';
import { includesIn } from './includes.ts';
import type { MarkNode } from './mark-node.ts';

/** One file that a page's text names as part of itself. */
export interface MarkdownImport {
  /** As written; the key in `RawPage.imports`. */
  readonly specifier: string;
  /** The path in it: relative, `@site/…` or `/…`. */
  readonly path: string;
  /** `Include.base`; `undefined` for the imports of modules. */
  readonly base?: 'file' | 'project' | 'above';
  /** `markdown` files may name files of their own, relative to themselves. */
  readonly kind: 'markdown' | 'text';
}

const MODULE_IMPORT =
  /^import\s{1,9}([A-Za-z_$][\w$]*)\s{0,9}(?:,[^'"]{0,999}?)?\s{1,9}from\s{1,9}['"]([^'"\n]+)['"]/gm;

/**
 * The files that a source must hand over in `RawPage.imports` for this text, each once, in order: MDX partials, raw-loader
 * imports and includes. Components and data are not among them.
 */
export function markdownImports(text: string, format: RawPage['format']): readonly MarkdownImport[] {
  const found = [...(format === 'mdbook' || format === 'html' ? [] : moduleImports(text)), ...includesIn(text, format)];
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

export interface ModuleNames {
  /** Specifier by the local name of each default import. */
  readonly imports: Readonly<Record<string, string>>;
  /** Constants that the page exports and whose value needs no running. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** Reads the names that the `import` and `export` lines of an MDX page define. */
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

/** Names that expressions may use, and their values. */
type Names = Readonly<Record<string, unknown>>;

/** Evaluates a JSX expression or attribute without running code; `undefined` if code would have to run. */
function staticValue(node: AnyNode | null | undefined, names: Names): unknown {
  switch (node?.type) {
    case 'Literal':
      return node.value;
    case 'TemplateLiteral': {
      const parts = node.expressions.map((part) => staticValue(part, names));
      if (!parts.every(isText)) return undefined;
      return node.quasis.map(({ value }, at) => `${value.cooked ?? ''}${parts[at] ?? ''}`).join('');
    }
    case 'Identifier':
      return own(names, node.name);
    case 'MemberExpression': {
      const named = node.property.type === 'Identifier' ? node.property.name : undefined;
      return own(staticValue(node.object, names), node.computed ? staticValue(node.property, names) : named);
    }
    case 'BinaryExpression': {
      const [left, right] = [staticValue(node.left, names), staticValue(node.right, names)];
      return node.operator === '+' && isText(left) && isText(right) ? (left as string) + (right as string) : undefined;
    }
    case 'ArrayExpression':
      return node.elements.map((element) => staticValue(element, names));
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((property): [string, unknown][] => {
          if (property.type !== 'Property' || property.computed) return [];
          const { key } = property;
          const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
          return [[name, staticValue(property.value, names)]];
        }),
      );
    default:
      return undefined;
  }
}

/** The value of a whole expression node (`{…}`) as the MDX syntax leaves it. */
export function expressionValue(data: unknown, names: Names): unknown {
  return staticValue(expressionOf(data), names);
}

/** The expression itself; `undefined` for a comment. */
export function expressionOf(data: unknown): Expression | undefined {
  const [statement] = programOf(data)?.body ?? [];
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
}

/** Program that the MDX syntax has parsed from a node's JavaScript. */
function programOf(data: unknown): Program | undefined {
  return (data as { readonly estree?: Program } | null | undefined)?.estree;
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function own(holder: unknown, key: unknown): unknown {
  if (typeof holder !== 'object' || holder === null || !isText(key)) return undefined;
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}
