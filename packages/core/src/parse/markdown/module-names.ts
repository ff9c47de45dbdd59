import type { MarkNode } from './mark-node.ts';
import { staticValue } from './static-value.ts';

export interface ModuleNames {
  /** Specifier by the local name of each default import. */
  readonly imports: Readonly<Record<string, string>>;
  /** Constants that the page exports and whose value needs no running. */
  readonly constants: Readonly<Record<string, unknown>>;
}

interface Declaration {
  readonly type: string;
  readonly source?: { readonly value?: unknown } | null;
  readonly specifiers?: readonly { readonly type: string; readonly local: { readonly name: string } }[];
  readonly declaration?: {
    readonly type: string;
    readonly declarations?: readonly { readonly id: { readonly name?: string }; readonly init?: unknown }[];
  } | null;
}

/** What the `import` and `export` lines at the top of an MDX page give names to. */
export function moduleNames(root: MarkNode): ModuleNames {
  const imports: [string, string][] = [];
  const constants: Record<string, unknown> = {};
  for (const node of root.children ?? []) {
    if (node.type !== 'mdxjsEsm') continue;
    const { estree } = (node.data ?? {}) as { readonly estree?: { readonly body?: readonly Declaration[] } };
    for (const declaration of estree?.body ?? []) {
      if (declaration.type === 'ImportDeclaration') {
        const specifier = declaration.source?.value;
        for (const local of declaration.specifiers ?? []) {
          if (local.type === 'ImportDefaultSpecifier') imports.push([local.local.name, String(specifier)]);
        }
      }
      if (declaration.type !== 'ExportNamedDeclaration') continue;
      for (const variable of declaration.declaration?.declarations ?? []) {
        if (variable.id.name !== undefined) constants[variable.id.name] = staticValue(variable.init, constants);
      }
    }
  }
  return { imports: Object.fromEntries(imports), constants };
}

/** The same from the text alone, for pages that are no valid MDX; no constants. */
export function moduleNamesFromText(text: string): ModuleNames {
  const imports: [string, string][] = [];
  for (const match of text.matchAll(
    /^import\s{1,9}([A-Za-z_$][\w$]*)\s{0,9}(?:,[^'"]{0,999}?)?\s{1,9}from\s{1,9}['"]([^'"\n]+)['"]/gm,
  )) {
    imports.push([match[1]!, match[2]!]);
  }
  return { imports: Object.fromEntries(imports), constants: {} };
}
