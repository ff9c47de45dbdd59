/**
 * Reads the value of a Docusaurus configuration file without running it, because the file belongs to the site, may import anything, and an
 * index must be the same on every machine. Literals, constants of the file, templates, spreads, simple operators and conditions are
 * evaluated; environment variables count as unset; everything else (calls, functions, imports) is `UNKNOWN`. A value that could differ in
 * another environment, or that lacks a part, is marked as unsure.
 */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser, type AnyNode, type Expression, type Program } from 'acorn';
import { isRecord } from '../../services/json.ts';

/** Value that could be found only by running the file. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** Keys whose values are unsure, by object. */
const UNSURE = new WeakMap<object, Set<string>>();

/** True if the value of `key` depends on the environment or on a part that was not understood. */
export function isUnsure(holder: object, key: string): boolean {
  return UNSURE.get(holder)?.has(key) ?? false;
}

const TypeScript = Parser.extend(tsPlugin());
const LONGEST = 1_000_000;
const DEEPEST = 60;

/** The object that the file exports; `UNKNOWN` if it cannot be read, also if the file is not JavaScript or TypeScript. Never throws. */
export function configValue(text: string): unknown {
  const program = parsed(text);
  const exported = program && exportOf(program);
  if (exported === undefined) return UNKNOWN;
  const [value, body] = returned(exported, constantsIn(program!.body));
  const read = evaluator(body)(value);
  return isRecord(read) ? read : UNKNOWN;
}

type Constants = ReadonlyMap<string, Expression>;

function parsed(text: string): Program | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return TypeScript.parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch {
    return undefined;
  }
}

function exportOf({ body }: Program): AnyNode | undefined {
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
    const renamed =
      statement.type === 'ExportNamedDeclaration' &&
      statement.specifiers.find(({ exported }) => exported.type === 'Identifier' && exported.name === 'default');
    if (renamed) return renamed.local;
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue;
    const { left, right } = statement.expression;
    const isModule = left.type === 'MemberExpression' && isNamed(left.object, 'module');
    if (isModule && isNamed(left.property, 'exports')) return right;
  }
  return undefined;
}

function constantsIn(statements: readonly AnyNode[], outer?: Constants): Constants {
  const constants = new Map(outer);
  for (const statement of statements) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
  }
  return constants;
}

/** Replaces an exported function by its final return value, with the constants of its body. */
function returned(exported: AnyNode, constants: Constants): readonly [AnyNode, Constants] {
  const node = exported.type === 'Identifier' ? (constants.get(exported.name) ?? exported) : exported;
  const isFunction =
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression';
  if (!isFunction) return [node, constants];
  if (node.body.type !== 'BlockStatement') return [node.body, constants];
  const last = node.body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return [last?.argument ?? node.body, constantsIn(node.body.body, constants)];
}

function evaluator(constants: Constants): (node: AnyNode) => unknown {
  /** True once a part of the current value is a guess. */
  let guessed = false;
  let depth = 0;
  const opened = new Set<string>();

  function value(node: AnyNode): unknown {
    if (depth >= DEEPEST) return UNKNOWN;
    depth += 1;
    const found = valueOf(node);
    depth -= 1;
    return found;
  }

  function valueOf(node: AnyNode): unknown {
    switch (node.type) {
      case 'Literal':
        return node.regex === undefined ? node.value : UNKNOWN;
      case 'TemplateLiteral':
        return node.quasis
          .flatMap((part, at) => [part.value.cooked, ...node.expressions.slice(at, at + 1).map(value)])
          .reduce(sum, '');
      case 'Identifier':
        return node.name === 'undefined' ? undefined : constant(node.name);
      case 'ArrayExpression':
        return node.elements.flatMap((element) => (element === null ? [] : elementsOf(element)));
      case 'ObjectExpression':
        return objectOf(node.properties);
      case 'MemberExpression':
        return memberOf(node.object, node.computed ? value(node.property) : named(node.property));
      case 'ChainExpression':
        return value(node.expression);
      case 'ConditionalExpression':
        return known([node.test], (test) => value(test ? node.consequent : node.alternate));
      case 'LogicalExpression':
        return known([node.left], (left) => {
          const isDecided =
            node.operator === '??' ? left !== null && left !== undefined : node.operator === '||' ? left : !left;
          return isDecided ? left : value(node.right);
        });
      case 'UnaryExpression':
        return node.operator === '!' ? known([node.argument], (argument) => !argument) : UNKNOWN;
      case 'BinaryExpression':
        return known([node.left, node.right], (left, right) => {
          if (node.operator === '+') return sum(left, right);
          if (!/^[=!]==?$/.test(node.operator)) return UNKNOWN;
          const isLoose = node.operator.length === 2;
          // `==` takes `null` and `undefined` for equal; other types that differ would have to be converted.
          const [one, other] = isLoose ? [left ?? null, right ?? null] : [left, right];
          if (isLoose && one !== null && other !== null && typeof one !== typeof other) return UNKNOWN;
          return (one === other) === node.operator.startsWith('=');
        });
      default:
        return 'expression' in node && node.type.startsWith('TS') ? value(node.expression as AnyNode) : UNKNOWN;
    }
  }

  /** Calls `then` with the values if all are known. */
  function known(nodes: readonly AnyNode[], then: (...values: unknown[]) => unknown): unknown {
    const values = nodes.map(value);
    return values.includes(UNKNOWN) ? UNKNOWN : then(...values);
  }

  function constant(name: string): unknown {
    const node = constants.get(name);
    if (node === undefined || opened.has(name)) return UNKNOWN;
    opened.add(name);
    const found = value(node);
    opened.delete(name);
    return found;
  }

  function elementsOf(element: AnyNode): readonly unknown[] {
    if (element.type !== 'SpreadElement') return [value(element)];
    const spread = value(element.argument);
    guessed ||= spread === UNKNOWN;
    return Array.isArray(spread) ? spread : [];
  }

  function objectOf(properties: readonly AnyNode[]): unknown {
    const entries = new Map<string, unknown>();
    const unsure = new Set<string>();
    const set = (key: string, found: unknown, isGuess: boolean): void => {
      entries.set(key, found);
      if (isGuess) unsure.add(key);
      else unsure.delete(key);
    };
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const spread = value(property.argument);
        guessed ||= spread === UNKNOWN;
        if (isRecord(spread)) for (const [key, found] of Object.entries(spread)) set(key, found, isUnsure(spread, key));
      } else if (property.type === 'Property' && !property.computed) {
        const outside = guessed;
        guessed = false;
        const found = property.kind === 'init' ? value(property.value) : UNKNOWN;
        set(named(property.key), found, guessed);
        guessed = outside;
      }
    }
    const made = Object.fromEntries(entries);
    if (unsure.size > 0) UNSURE.set(made, unsure);
    return made;
  }

  function memberOf(object: AnyNode, key: unknown): unknown {
    if (object.type === 'MemberExpression' && isNamed(object.object, 'process') && isNamed(object.property, 'env')) {
      guessed = true;
      return undefined;
    }
    const holder = value(object);
    if (!Array.isArray(holder) && !isRecord(holder)) return UNKNOWN;
    if (typeof key !== 'string' && typeof key !== 'number') return UNKNOWN;
    return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
  }

  return value;
}

function sum(left: unknown, right: unknown): unknown {
  const areKnown = [left, right].every((part) => typeof part === 'string' || typeof part === 'number');
  return areKnown ? (left as string) + (right as string) : UNKNOWN;
}

function isNamed(node: AnyNode, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function named(key: AnyNode): string {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}
