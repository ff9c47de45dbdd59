/**
 * The nodes of a Markdown file as the elements that its site makes of them, which `read-blocks.ts` then reads as on any page.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { RawPage } from '../../types/source.ts';
import { createElement, createText, type HtmlNode } from '../html/dom.ts';
import { taskMark } from '../html/read-inline.ts';
import { tabOf } from './code-text.ts';
import { boxElement, codeElements, componentElements } from './components.ts';
import { expressionValue } from './imports.ts';
import { DEEPEST, jsxAttributes, type MarkNode } from './mark-node.ts';

/** Context for mapping the nodes of one file. */
export interface FileContext {
  readonly format: RawPage['format'];
  /** The id of a heading in the built page, and its nodes without one that gives it. Called in the order of the page. */
  readonly mark: (heading: MarkNode) => { readonly anchor: string; readonly children: readonly MarkNode[] };
  /** Values that expressions may use. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Target of a link that names a definition; `''` when there is none. */
  readonly definition: (identifier: string) => string;
  /** Notes the use of a footnote, in order, and returns its id. */
  readonly referTo: (identifier: string) => string;
  /** The imported file that an element represents; `undefined` if it represents none. */
  readonly partial: (name: string, attributes: Readonly<Record<string, unknown>>) => readonly HtmlNode[] | undefined;
  /** `RawPage.drawn`. */
  readonly drawn: readonly string[];
  /** A fenced block left out because the site draws its language. */
  readonly onDrawn: (language: string) => void;
}

/** Elements of nodes in sequence. Content deeper than `DEEPEST` is left out. */
export type ToHtml = (nodes: readonly MarkNode[]) => readonly HtmlNode[];

export function toHtml(file: FileContext): ToHtml {
  function all(nodes: readonly MarkNode[], depth: number, inLine: boolean): readonly HtmlNode[] {
    if (depth > DEEPEST) return [];
    return nodes.some(({ type }) => type === 'html')
      ? withHtml(nodes, depth, inLine)
      : nodes.flatMap((node) => elementsOf(node, depth));
  }

  /**
   * Markdown leaves raw HTML in pieces (an opening tag here, its end tag several blocks later), so the nodes around it are written as
   * one HTML text in which every other node is a numbered comment, and read by a real HTML parser; the comments then become the nodes
   * again.
   */
  function withHtml(nodes: readonly MarkNode[], depth: number, inLine: boolean): readonly HtmlNode[] {
    const source = nodes
      .map(({ type, value = '' }, index) =>
        type === 'html' ? closedTags(value.replace(/<!--[\s\S]*?(?:-->|$)/g, '')) : `<!--${index}-->`,
      )
      .join(inLine ? '' : '\n');
    function fromNode(node: DefaultTreeAdapterTypes.ChildNode, level: number): readonly HtmlNode[] {
      if (level > DEEPEST) return [];
      if ('data' in node) {
        const held = /^\d+$/.test(node.data) ? nodes[Number(node.data)] : undefined;
        return held === undefined ? [] : elementsOf(held, level + 1);
      }
      if ('value' in node) return [createText(node.value)];
      if (!('attrs' in node)) return [];
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      const inner = (): readonly HtmlNode[] => node.childNodes.flatMap((child) => fromNode(child, level + 1));
      return named(node.tagName, attributes, inLine, inner);
    }
    return parseFragment(source).childNodes.flatMap((node) => fromNode(node, depth));
  }

  function elementsOf(node: MarkNode, depth: number): readonly HtmlNode[] {
    const { type, value = '', children = [], name } = node;
    const inner = (nodes = children): readonly HtmlNode[] => all(nodes, depth + 1, IN_LINE.has(type));
    const as = (tag: string, attributes: Readonly<Record<string, string>> = {}): readonly HtmlNode[] => [
      createElement(tag, attributes, inner()),
    ];
    switch (type) {
      case 'text':
        return [createText(file.format === 'mdbook' ? value : withSigns(value))];
      case 'inlineCode':
        return [createElement('code', {}, [value])];
      case 'inlineMath':
        return [createElement('span', { class: 'math' }, [String.raw`\(${value}\)`])];
      case 'math':
        return [createElement('div', { class: 'math' }, [String.raw`\[${value}\]`])];
      case 'link':
      case 'linkReference': {
        const target = node.url ?? file.definition(node.identifier ?? '');
        // In the addresses of Markdown a backslash is a character like any other; on a web page it is a slash.
        return as('a', { href: target.replaceAll('\\', '%5C') });
      }
      case 'image':
      case 'imageReference':
        return as('img', { alt: node.alt ?? '' });
      case 'footnoteReference':
        return [createElement('a', { href: `#${file.referTo(node.identifier ?? '')}`, 'data-footnote-ref': '' }, [])];
      case 'mdxTextExpression':
      case 'mdxFlowExpression': {
        const shown = expressionValue(node.data, file.names);
        return typeof shown === 'string' || typeof shown === 'number' ? [createText(String(shown))] : [];
      }
      case 'listItem': {
        const [first, ...others] = children;
        if (typeof node.checked !== 'boolean' || first?.type !== 'paragraph') return [createElement('li', {}, inner())];
        const mark = { type: 'text', value: taskMark(node.checked) };
        const words = [mark, ...(first.children ?? [])];
        return [createElement('li', {}, inner([{ ...first, children: words }, ...others]))];
      }
      case 'paragraph':
        return isModuleCode(node, file.format) ? [] : as('p');
      case 'heading': {
        const { anchor, children: words } = file.mark(node);
        const id = node.depth === 1 && file.format !== 'mdbook' ? '' : anchor;
        return [createElement(`h${node.depth}`, { id }, inner(words))];
      }
      case 'code': {
        const { lang, meta: rest } = node;
        // A fence that only has attributes.
        const [language, meta] = /^[\w-]+=/.test(lang ?? '') ? ['', `${lang} ${rest ?? ''}`] : [lang ?? '', rest ?? ''];
        if (file.drawn.includes(language)) {
          file.onDrawn(language);
          return [];
        }
        const code = codeElements(value, language, meta, file.format);
        const label = tabOf(meta);
        return label === '' || code.length === 0 ? code : [tab([label], code)];
      }
      case 'list':
        return as(node.ordered === true ? 'ol' : 'ul', { start: String(node.start ?? 1) });
      case 'table': {
        const head = createElement('thead', {}, inner(children.slice(0, 1)));
        return [createElement('table', {}, [head, ...inner(children.slice(1))])];
      }
      case 'blockquote':
        return [quote(node, inner)];
      case 'textDirective':
        return children.length === 0 ? [createText(`:${name ?? ''}`)] : inner();
      case 'leafDirective':
        return children.length === 0 ? [createElement('p', {}, [`::${name ?? ''}`])] : as('p');
      case 'containerDirective':
        return directive(node, inner);
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement': {
        const attributes = jsxAttributes(node.attributes, file.names);
        return name ? named(name, attributes, type === 'mdxJsxTextElement', inner) : inner();
      }
      default: {
        const tag = TAGS.get(type);
        return tag === undefined ? [] : as(tag);
      }
    }
  }

  function named(
    name: string,
    attributes: Readonly<Record<string, unknown>>,
    inLine: boolean,
    inner: () => readonly HtmlNode[],
  ): readonly HtmlNode[] {
    const partial = file.partial(name, attributes);
    return partial === undefined
      ? componentElements(name, attributes, inLine, inner(), file.format)
      : [createElement('div', {}, partial)];
  }

  /** A quotation, or the admonition that GitHub and mdBook write as one (`> [!NOTE]`). Docusaurus knows no such thing. */
  function quote(node: MarkNode, inner: ToHtml): HtmlNode {
    const [first, ...others] = node.children ?? [];
    const [lead, ...rest] = first?.type === 'paragraph' ? (first.children ?? []) : [];
    const alert = file.format !== 'mdx' && lead?.type === 'text' ? ALERT.exec(lead.value ?? '') : null;
    if (alert === null) return createElement('blockquote', {}, inner(node.children ?? []));
    const text = { ...lead!, value: lead!.value!.slice(alert[0].length) };
    return boxElement(alert[1]!, [], inner([{ ...first!, children: [text, ...rest] }, ...others]));
  }

  return (nodes) => all(nodes, 0, false);
}

const TAGS: ReadonlyMap<string, string> = new Map([
  ['break', 'br'],
  ['thematicBreak', 'hr'],
  ['emphasis', 'em'],
  ['strong', 'strong'],
  ['tableRow', 'tr'],
  ['tableCell', 'td'],
]);

const IN_LINE: ReadonlySet<string> = new Set(
  'paragraph heading emphasis strong link linkReference tableCell'.split(' '),
);

const CLOSED = /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][\w-]*)(\s[^<>]*)?\/>/gi;

/** Authors write `<Badge />` as a complete element; to an HTML parser everything after it is inside it. */
function closedTags(html: string): string {
  return html.replace(CLOSED, '<$1$2></$1>');
}

const IMPORTS = /^(?:import\s(?:[\w$*{][^'"]*\sfrom\s*)?(["'])[^'"]+\1;?\s*)+$/;

/** Imports of components in plain Markdown, which sites show as pages of MDX; exports where a page of MDX is read as Markdown. */
function isModuleCode({ children: [first, ...others] = [] }: MarkNode, format: RawPage['format']): boolean {
  const text = first?.type === 'text' ? (first.value ?? '') : '';
  if (format === 'mdx' && /^export\s(?:const|let|default|function)\b/.test(text)) return true;
  return others.length === 0 && IMPORTS.test(text);
}

/** Some sites write the text on the line of the mark, and have kinds of their own. */
const ALERT = /^\[!(\p{L}+)\][-+]?(?:\s+|$)/u;

const KINDS: ReadonlySet<string> = new Set(
  'note tip info warning danger caution important attention hint error success secondary'.split(' '),
);

/**
 * Admonitions (`:::note[Title]`) and the other directives. A name that no theme knows is an admonition only when it has a
 * title; else it shows just what it holds.
 */
function directive(node: MarkNode, inner: ToHtml): readonly HtmlNode[] {
  const name = (node.name ?? '').toLowerCase();
  const [first, ...rest] = node.children ?? [];
  const isLabelled = (first?.data as { readonly directiveLabel?: boolean } | undefined)?.directiveLabel === true;
  const { title: given } = (node.attributes ?? {}) as { readonly title?: string | null };
  const label = isLabelled ? inner(first!.children ?? []) : [];
  const title = label.length > 0 ? label : given ? [given] : [];
  const children = inner(isLabelled ? rest : (node.children ?? []));
  if (name === 'details' && (title.length > 0 || children.length > 0)) {
    const summary = createElement('summary', {}, title.length > 0 ? title : ['Details']);
    return [createElement('details', {}, [summary, ...children])];
  }
  if (name === 'tab' && title.length > 0) {
    return [tab(title, children)];
  }
  return KINDS.has(name) || title.length > 0 ? [boxElement(name, title, children)] : children;
}

function tab(label: readonly (HtmlNode | string)[], children: readonly HtmlNode[]): HtmlNode {
  const panel = createElement('div', { role: 'tabpanel' }, children);
  return createElement('div', { class: 'md-tabs' }, [createElement('div', { role: 'tab' }, label), panel]);
}

/**
 * Signs of tables and notes by their short names, which Docusaurus (`markdown.emoji`), VitePress, MkDocs, Hugo and Jekyll show as emoji.
 * Names of the others stay as they are: they say less than the words beside them.
 */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['white_check_mark', '✅'],
  ['heavy_check_mark', '✔️'],
  ['ballot_box_with_check', '☑️'],
  ['x', '❌'],
  ['negative_squared_cross_mark', '❎'],
  ['heavy_multiplication_x', '✖️'],
  ['no_entry', '⛔'],
  ['no_entry_sign', '🚫'],
  ['warning', '⚠️'],
  ['information_source', 'ℹ️'],
  ['construction', '🚧'],
  ['exclamation', '❗'],
  ['question', '❓'],
]);

function withSigns(text: string): string {
  return text.replace(/(?<![\w:]):(\w+):(?!\w)/g, (name, word: string) => SIGNS.get(word) ?? name);
}
