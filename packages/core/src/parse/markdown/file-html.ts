/**
 * One Markdown file to HTML: the text is prepared as its generator would, read, its headings given their ids, its nodes mapped, its
 * footnotes put at the end. Imported partials are files of their own, with their own ids and footnotes, as MDX compiles them.
 */
import { toString } from 'mdast-util-to-string';
import type { RawPage } from '../../types/source.ts';
import { createElement, type HtmlNode } from '../html/dom.ts';
import { withDefinitionLists } from './definition-lists.ts';
import { DEEPEST, type MarkNode, nodesFrom } from './mark-node.ts';
import { expressionOf, expressionValue, moduleNames, type ModuleNames, moduleNamesFromText } from './imports.ts';
import { frontMatter } from './parse-markdown.ts';
import { alignFences, closeFences } from './fences.ts';
import { openMarkdownElements, prepareDocusaurus, preparePythonMarkdown, tameNesting } from './prepare.ts';
import { prepareDialects } from './prepare-dialects.ts';
import { closeRawHtml, escapePipes } from './raw-html.ts';
import { readTree } from './read-tree.ts';
import { SLUGGERS } from './sluggers.ts';
import { fillTemplates } from './templates.ts';
import { type FileContext, toHtml } from './to-html.ts';

/** State that the files of one page share. */
interface PageFiles {
  readonly format: RawPage['format'];
  readonly imports: RawPage['imports'];
  readonly drawn: readonly string[];
  readonly slugs: NonNullable<RawPage['slugs']>;
  readonly dialect: RawPage['dialect'];
  readonly report: (
    rule: 'mdx-syntax' | 'too-deep' | 'missing-import' | 'drawn-code' | 'dynamic-content',
    message: string,
  ) => void;
}

const MOST_PARTIALS_DEEP = 8;

/** `key` is the path of specifiers that leads to this file, `''` for the page itself. */
export function fileHtml(
  text: string,
  values: Readonly<Record<string, unknown>>,
  page: PageFiles,
  key = '',
  level = 0,
): readonly HtmlNode[] {
  const tamed = tameNesting(text);
  const closed = page.dialect === undefined ? tamed.text : closeRawHtml(escapePipes(tamed.text));
  const { text: filled, unknown } =
    page.format === 'markdown'
      ? fillTemplates(closeFences(openMarkdownElements(closed)))
      : { text: tamed.text, unknown: [] };
  if (unknown[0] !== undefined) {
    const more = unknown.length === 1 ? '' : ` and ${unknown.length - 1} more`;
    page.report(
      'dynamic-content',
      `What \`${unknown[0].slice(0, 40)}\`${more} shows is made when the site is built and was left out. Write it out, or index the built site.`,
    );
  }
  const prepared = page.format === 'mdbook' ? filled : prepare(filled, page.format);
  const { root, problem } = readTree(prepared, page.format);
  if (problem !== '') {
    page.report(
      'mdx-syntax',
      `${key === '' ? 'The page' : `\`${key}\``} is no valid MDX (${problem}) and was read as Markdown.`,
    );
  }
  if (tamed.changed || nodesFrom(root).some(([, depth]) => depth > DEEPEST)) {
    page.report('too-deep', `Text nested more than ${DEEPEST} levels deep was left out or flattened.`);
  }

  const module = problem === '' ? moduleNames(root) : moduleNamesFromText(text);
  const imported = rawImports(module, page, key);
  const names = { ...module.constants, ...imported, ...values };
  const dynamic = [...nodesFrom(root)].map(([node]) => node).filter((node) => isDynamic(node, names));
  if (dynamic[0] !== undefined) {
    const { position, value = '' } = dynamic[0];
    const where = `${key === '' ? '' : `\`${key}\`, `}line ${position?.start.line ?? 0}, \`{${value.trim().slice(0, 40)}\``;
    const more = dynamic.length === 1 ? '' : ` and ${dynamic.length - 1} more`;
    page.report(
      'dynamic-content',
      `What stands at ${where}${more} is made when the page runs and was left out. Write it out, or index the built site.`,
    );
  }
  const definitions = definitionsIn(root, 'footnoteDefinition');
  const targets = definitionsIn(root, 'definition');
  const referred = new Set<string>();
  const convert = toHtml({
    format: page.format,
    mark: headingMarker(page.format === 'mdbook' ? 'mdbook' : page.slugs),
    names,
    definition: (identifier) => targets.get(identifier)?.url ?? '',
    referTo: (identifier) => {
      referred.add(identifier);
      return `fn-${key}-${identifier}`;
    },
    partial: (name, attributes) => {
      const specifier = importNamed(module, name);
      if (specifier === undefined || !/\.mdx?$/i.test(specifier)) return undefined;
      const inner = keyOf(key, specifier);
      const partial = textOf(page, inner);
      if (partial === undefined || level >= MOST_PARTIALS_DEEP) return [];
      const { body, data } = frontMatter(partial);
      return fileHtml(body, { ...values, frontMatter: data, props: attributes }, page, inner, level + 1);
    },
    drawn: page.drawn,
    onDrawn: (language) =>
      page.report(
        'drawn-code',
        `Blocks of \`${language}\` are left out: the site draws them, and the built page does not hold their text. Say beside them in words what they show.`,
      ),
  });
  const nodes = convert(root.children ?? []);
  // Converting a note may refer to more of them, which the set then yields too.
  const notes = Array.from(referred, (identifier) =>
    createElement('li', { id: `fn-${key}-${identifier}` }, convert(definitions.get(identifier)?.children ?? [])),
  );
  return [...nodes, createElement('ol', {}, notes)];
}

/** The notations of all generators but mdBook, as the Markdown that is read here. MDX knows no definition lists. */
function prepare(text: string, format: RawPage['format']): string {
  const aligned = format === 'mdx' ? alignFences(text) : text;
  const plain = preparePythonMarkdown(prepareDialects(closeFences(aligned), format));
  return prepareDocusaurus(format === 'mdx' ? plain : withDefinitionLists(plain));
}

function keyOf(outer: string, specifier: string): string {
  return outer === '' ? specifier : `${outer} > ${specifier}`;
}

/** Files imported as text, by local name. */
function rawImports(module: ModuleNames, page: PageFiles, key: string): Readonly<Record<string, string>> {
  const entries = Object.entries(module.imports).flatMap(([name, specifier]): [string, string][] => {
    if (!/raw-loader!|\?raw$/.test(specifier)) return [];
    const text = textOf(page, keyOf(key, specifier));
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}

/** The fallback reads tag names in lower case. */
function importNamed(module: ModuleNames, name: string): string | undefined {
  if (Object.hasOwn(module.imports, name)) return module.imports[name];
  const folded = name.toLowerCase();
  return name === folded
    ? Object.entries(module.imports).find(([local]) => local.toLowerCase() === folded)?.[1]
    : undefined;
}

function textOf(page: PageFiles, key: string): string | undefined {
  const text = Object.hasOwn(page.imports, key) ? page.imports[key] : undefined;
  if (text === undefined)
    page.report('missing-import', `The imported file \`${key}\` was not found; its text is missing.`);
  return text;
}

/** Definitions of footnotes, or of link targets, by identifier; the first one counts. */
function definitionsIn(root: MarkNode, type: 'footnoteDefinition' | 'definition'): ReadonlyMap<string, MarkNode> {
  const found = new Map<string, MarkNode>();
  for (const [node] of nodesFrom(root)) {
    if (node.type === type && node.identifier !== undefined && !found.has(node.identifier)) {
      found.set(node.identifier, node);
    }
  }
  return found;
}

/** True for an expression (`{…}`) whose text only running the page would tell. Comments, truth values and `null` show nothing, which is known. */
function isDynamic({ type, data }: MarkNode, names: Readonly<Record<string, unknown>>): boolean {
  if (type !== 'mdxTextExpression' && type !== 'mdxFlowExpression') return false;
  const expression = expressionOf(data);
  if (expression === undefined || (expression.type === 'Identifier' && expression.name === 'undefined')) return false;
  const value = expressionValue(data, names);
  return value !== null && !['string', 'number', 'boolean'].includes(typeof value);
}

const EXPLICIT = /\s*\{\s*#([^\s{}]+)(?:\s+\.[^{}]*)?\s*\}\s*$/;
const EXPLICIT_COMMENT = /^\/\*\s*#([^\s*]+)\s*\*\/$/;

/**
 * The ids that headings carry in the built page: an explicit `{#id}` (or `{/* #id *\/}`, or `{#id .class}`) as written, else the slug of the
 * heading's text, counted over the file. Headings written as HTML or JSX carry their own.
 */
function headingMarker(rule: keyof typeof SLUGGERS): FileContext['mark'] {
  const slug = SLUGGERS[rule]();
  return (heading) => {
    const { children = [] } = heading;
    const before = children.slice(0, -1);
    const last = children.at(-1);
    const { type, value = '' } = last ?? { type: '' };
    const anchor = type === 'mdxTextExpression' ? EXPLICIT_COMMENT.exec(value.trim())?.[1] : undefined;
    if (anchor !== undefined) return { anchor, children: before };
    const match = type === 'text' ? EXPLICIT.exec(value) : null;
    if (match === null) return { anchor: slug(toString(heading, { includeHtml: false })), children };
    return { anchor: match[1]!, children: [...before, { ...last!, value: value.slice(0, match.index) }] };
  };
}
