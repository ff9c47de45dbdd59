/** What a JSX expression or attribute evaluates to without running anything; `undefined` for all that would need running. */
export function staticValue(node: unknown, names: Readonly<Record<string, unknown>>): unknown {
  const { type, ...rest } = (node ?? {}) as { readonly type?: string } & Record<string, unknown>;
  switch (type) {
    case 'Literal':
      return rest['value'];
    case 'TemplateLiteral':
      return templateText(rest as unknown as TemplateParts, names);
    case 'Identifier':
      return own(names, rest['name']);
    case 'MemberExpression':
      return own(staticValue(rest['object'], names), memberKey(rest, names));
    case 'BinaryExpression':
      return rest['operator'] === '+'
        ? joined(staticValue(rest['left'], names), staticValue(rest['right'], names))
        : undefined;
    case 'ArrayExpression':
      return (rest['elements'] as readonly unknown[]).map((element) => staticValue(element, names));
    case 'ObjectExpression':
      return objectValue(rest['properties'] as readonly Property[], names);
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return staticValue(rest['expression'], names);
    default:
      return undefined;
  }
}

/** The value of a whole expression node (`{…}`) as the MDX syntax leaves it. */
export function expressionValue(data: unknown, names: Readonly<Record<string, unknown>>): unknown {
  const { estree } = (data ?? {}) as { readonly estree?: { readonly body?: readonly Statement[] } };
  const statement = estree?.body?.[0];
  return statement?.type === 'ExpressionStatement' ? staticValue(statement.expression, names) : undefined;
}

interface Statement {
  readonly type: string;
  readonly expression?: unknown;
}

interface TemplateParts {
  readonly quasis: readonly { readonly value: { readonly cooked?: string | null } }[];
  readonly expressions: readonly unknown[];
}

interface Property {
  readonly type: string;
  readonly computed?: boolean;
  readonly key?: { readonly name?: string; readonly value?: unknown };
  readonly value?: unknown;
}

function templateText(parts: TemplateParts, names: Readonly<Record<string, unknown>>): string | undefined {
  let text = parts.quasis[0]?.value.cooked ?? '';
  for (const [index, expression] of parts.expressions.entries()) {
    const value = staticValue(expression, names);
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    text += String(value) + (parts.quasis[index + 1]?.value.cooked ?? '');
  }
  return text;
}

function objectValue(
  properties: readonly Property[],
  names: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: [string, unknown][] = [];
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed === true) continue;
    result.push([String(property.key?.name ?? property.key?.value), staticValue(property.value, names)]);
  }
  return Object.fromEntries(result);
}

function memberKey(node: Readonly<Record<string, unknown>>, names: Readonly<Record<string, unknown>>): unknown {
  return node['computed'] === true
    ? staticValue(node['property'], names)
    : (node['property'] as { name?: string }).name;
}

function own(holder: unknown, key: unknown): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}

function joined(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const text = [left, right].map((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
  );
  return text.includes(undefined) ? undefined : text.join('');
}
