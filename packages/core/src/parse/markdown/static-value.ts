import type { AnyNode, Expression, Program } from 'acorn';

/** Names that expressions may use, and their values. */
export type Names = Readonly<Record<string, unknown>>;

/** What a JSX expression or attribute evaluates to without running anything; `undefined` for all that would need running. */
export function staticValue(node: AnyNode | null | undefined, names: Names): unknown {
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
    case 'ParenthesizedExpression':
      return staticValue(node.expression, names);
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

/** What the MDX syntax has read of a node's JavaScript. */
export function programOf(data: unknown): Program | undefined {
  return (data as { readonly estree?: Program } | null | undefined)?.estree;
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function own(holder: unknown, key: unknown): unknown {
  if (typeof holder !== 'object' || holder === null || !isText(key)) return undefined;
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}
