import { expressionValue } from './imports.ts';

/** mdast as the parser gives it, seen through one loose shape. */
export interface MarkNode {
  readonly type: string;
  readonly value?: string | undefined;
  readonly children?: readonly MarkNode[] | undefined;
  readonly depth?: number | undefined;
  readonly lang?: string | null | undefined;
  readonly meta?: string | null | undefined;
  readonly alt?: string | null | undefined;
  readonly ordered?: boolean | null | undefined;
  readonly start?: number | null | undefined;
  /** Of an item in a list of tasks. */
  readonly checked?: boolean | null | undefined;
  readonly identifier?: string | undefined;
  /** Of a link or definition: its target. */
  readonly url?: string | undefined;
  /** Component or directive name; `''` for a JSX fragment. */
  readonly name?: string | null | undefined;
  readonly attributes?: unknown;
  readonly data?: unknown;
  readonly position?: { readonly start: Point; readonly end: Point } | undefined;
}

interface Point {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Nesting that is followed; no page that people write comes near it. */
export const DEEPEST = 200;

/** All nodes from `root` down, in document order, with their level below it. Does not recurse, so that depth cannot overflow it. */
export function* nodesFrom(root: MarkNode): Generator<readonly [node: MarkNode, depth: number], void, undefined> {
  const open: (readonly [MarkNode, number])[] = [[root, 0]];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    yield entry;
    for (const child of entry[0].children?.toReversed() ?? []) open.push([child, entry[1] + 1]);
  }
}

/** Attributes that JSX names in another way. */
const HTML_NAMES: ReadonlyMap<string, string> = new Map([
  ['className', 'class'],
  ['colSpan', 'colspan'],
  ['rowSpan', 'rowspan'],
]);

/** A style as HTML has it, of `{ fontSize: 0 }`. */
function cssText(style: unknown): unknown {
  if (typeof style !== 'object' || style === null) return style;
  return Object.entries(style)
    .map(([name, value]) => `${cssName(name)}: ${String(value)}`)
    .join('; ');
}

/** `font-size` of `fontSize`, also in a longer text. */
export function cssName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

interface JsxAttribute {
  readonly type: string;
  readonly name?: string;
  readonly value?: string | null | { readonly data?: unknown };
}

/** Attributes of JSX by their names in HTML: text, or what an expression evaluates to without running code. */
export function jsxAttributes(
  attributes: unknown,
  names: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const { type, name, value } of (attributes ?? []) as readonly JsxAttribute[]) {
    if (type !== 'mdxJsxAttribute' || name === undefined) continue;
    const found =
      value === null || value === undefined || typeof value === 'string'
        ? (value ?? true)
        : expressionValue(value.data, names);
    entries.push([HTML_NAMES.get(name) ?? name, name === 'style' ? cssText(found) : found]);
  }
  return Object.fromEntries(entries);
}
