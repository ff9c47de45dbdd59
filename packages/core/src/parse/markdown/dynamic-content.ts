import type { MarkNode } from './mark-node.ts';
import { expressionValue } from './static-value.ts';

export interface DynamicContent {
  /** In the file's text below its front matter, from 1; 0 when it is not known. */
  readonly line: number;
  /** How the expression begins. */
  readonly start: string;
}

/** Expressions (`{…}`) between the nodes whose text only running the page would tell. */
export function dynamicContent(root: MarkNode, names: Readonly<Record<string, unknown>>): readonly DynamicContent[] {
  const found: DynamicContent[] = [];
  const open: MarkNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.children ?? []).toReversed());
    if (node.type !== 'mdxTextExpression' && node.type !== 'mdxFlowExpression') continue;
    if (isEmpty(node.data) || isShown(expressionValue(node.data, names))) continue;
    const { position } = node as { readonly position?: { readonly start: { readonly line: number } } };
    found.push({ line: position?.start.line ?? 0, start: (node.value ?? '').trim().slice(0, 40) });
  }
  return found;
}

/** A comment, or the word that stands for nothing. */
function isEmpty(data: unknown): boolean {
  const { estree } = (data ?? {}) as { readonly estree?: { readonly body?: readonly Statement[] } };
  const expression = estree?.body?.[0]?.expression;
  return expression === undefined || (expression.type === 'Identifier' && expression.name === 'undefined');
}

interface Statement {
  readonly expression?: { readonly type: string; readonly name?: string };
}

/** Truth values and `null` show nothing, which is known. */
function isShown(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
