/** HTML elements and components of Markdown as elements of HTML; what HTML does not have gets classes that `markdownRules` know. */
import type { RawPage } from '../../types/source.ts';
import {
  attribute,
  closest,
  createElement,
  findAll,
  hasAttribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  moveToStart,
  parentOf,
  rawText,
  textUnder,
} from '../html/dom.ts';
import type { HtmlRules } from '../html/generators.ts';
import { BLOCK_TAGS, SAYS_STATUS, UNREAD_TAGS } from '../html/page-reading.ts';
import { isOnlyRun, languageOf, shownCode, titleOf, withLiterals } from './code-text.ts';

export const markdownRules: HtmlRules = {
  name: 'markdown',
  content: [],
  drop: '',
  apart: 'fieldset label',
  code: [{ match: '.md-code', title: '.md-title' }],
  admonitions: [{ match: '.md-box', kindPrefix: 'md-kind-', title: '.md-title' }],
  tabs: [{ match: '.md-tabs' }],
  skip: [],
  version: [],
};

type TextAttributes = Readonly<Record<string, string>>;
type Content = readonly (HtmlNode | string)[];

/** An element or component, whose name raw HTML has in lower case. `inLine` decides how an unknown one is read. */
export function componentElements(
  given: string,
  attributes: Readonly<Record<string, unknown>>,
  inLine: boolean,
  held: readonly HtmlNode[],
  format: RawPage['format'],
): readonly HtmlNode[] {
  const name = given.toLowerCase();
  const own = textAttributes(attributes);
  const isBox = BOX.test(own['class'] ?? own['className'] ?? '');
  const children = (HOLDERS.test(name) ? held.flatMap(unwrapped) : held).map((node) => (isBox ? asText(node) : node));
  const choices = Object.entries(attributes)
    .filter(([key]) => /question|quiz/.test(name) || /^(?:choices|answers|options)$/.test(key))
    .map(([, value]) => choicesIn(value))
    .find((found) => found.length > 0);
  if (choices !== undefined) return quiz(own['question'] ?? own['title'] ?? '', children, choices);
  switch (name) {
    case 'dialog':
    case 'doccard':
    case 'doccardlist':
    case 'tocinline':
      return [];
    case 'a':
    case 'link':
      return [createElement('a', { ...own, href: own['href'] || own['to'] || '' }, children)];
    case 'aside':
    case 'admonition':
    case 'callout':
      // HTML has an element of this name.
      if (given === 'aside') break;
      return [boxElement(own['type'] || 'note', [own['title'] ?? ''], children, own)];
    case 'div':
      // mdBook's own notation.
      if (!/(?:^|\s)warning(?:$|\s)/.test(own['class'] ?? '')) break;
      return [boxElement('warning', [], children, own)];
    case 'card':
    case 'linkcard':
      return [card(own, children)];
    case 'badge': {
      // Of Starlight; of VitePress what its rules for built pages keep.
      const text = own['text'] ?? '';
      return [createElement('span', {}, [format === 'mdx' || SAYS_STATUS.test(text) ? text : '', ...children])];
    }
    case 'code':
      // Of Starlight: https://starlight.astro.build/components/code/.
      if (own['code'] === undefined) break;
      return codeElements(own['code'], own['lang'] ?? '', own['meta'] ?? '', format, own['title']);
    case 'pre':
    case 'codeblock':
      return preformatted(own, children, format);
    case 'details':
      return [details(own, children, format)];
    case 'caption':
      // Sites hide captions that the words above a table repeat; they help to find it.
      return [createElement('caption', {}, children)];
    case 'tabs':
      return [tabs(own, attributes, children)];
    case 'tabitem':
    case 'tab':
    case 'tabs.tab':
      return [createElement('div', { ...own, role: 'tabpanel' }, children)];
    case 'codegroup':
      return [createElement('div', {}, children.map(withFenceTitle))];
    case 'accordion':
    case 'expandable':
      if (own['title'] === undefined) break;
      return [details({ ...own, summary: own['title'] }, children, format)];
    case 'step':
    case 'update':
    case 'paramfield':
    case 'responsefield': {
      const term = termOf(own);
      if (term.length === 0) break;
      return [createElement('dl', {}, [createElement('dt', {}, term), createElement('dd', {}, children)])];
    }
    case 'listing':
      return [listing(own, children)];
  }
  if (children.length === 0 && own['alt'] !== undefined) return [createElement('img', own, [])];
  const isKnown = BLOCK_TAGS.has(name) || INLINE.has(name) || (UNREAD_TAGS.has(name) && !SPEAKING.has(name));
  return [createElement(isKnown ? name : inLine ? 'span' : 'div', own, children)];
}

/** Classes of boxes and samples. */
const BOX = /\b(?:admonition|alert|box|callout|demo|example|info|note|tip|warning)\b/i;

/** A heading that is written as an element without an id, in a box or a sample, heads no part of the page. */
function asText(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  // MDX has elements on a line of their own in a paragraph.
  if (node.tagName === 'p' && node.attrs.length === 0) return createElement('p', {}, node.childNodes.map(asText));
  const isHeading = /^h[1-6]$/.test(node.tagName) && !hasAttribute(node, 'id');
  return isHeading ? createElement('p', {}, [createElement('strong', {}, node.childNodes)]) : node;
}

/** Elements of HTML within a line; others on lines of their own stay there, whatever they are. */
const INLINE: ReadonlySet<string> = new Set(
  (
    'abbr acronym b bdi bdo big br cite code data dfn em font i img ins kbd label mark output q rb ' +
    'rp rt ruby samp small span strong sub sup time tt u var wbr nobr'
  ).split(' '),
);

/** Components of these names say something; raw HTML has their names in lower case too. */
const SPEAKING: ReadonlySet<string> = new Set(
  'math meter option optgroup param progress source title track'.split(' '),
);

/** They hold elements alone, which are in a paragraph where a line of Markdown begins with one. */
const HOLDERS = /^(?:ul|ol|menu|dl|table|thead|tbody|tfoot|tr)$/;

function unwrapped(node: HtmlNode): readonly HtmlNode[] {
  if (!isElement(node) || node.tagName !== 'p') return [node];
  return node.childNodes.every((child) => !isText(child) || child.value.trim() === '') ? node.childNodes : [node];
}

function textAttributes(attributes: Readonly<Record<string, unknown>>): TextAttributes {
  const shown = Object.entries(attributes).filter(
    ([, value]) => ['string', 'number'].includes(typeof value) || value === true,
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value)]));
}

export function boxElement(kind: string, title: Content, children: Content, own: TextAttributes = {}): HtmlElement {
  const heading = createElement('div', { class: 'md-title' }, title);
  return createElement('div', { ...own, class: `md-box md-kind-${kind}` }, [heading, ...children]);
}

/** Code as the built page shows it. `meta` is what follows the language of a fence. */
export function codeElements(
  source: string,
  info: string,
  meta: string,
  format: RawPage['format'],
  title: string = titleOf(meta),
): readonly HtmlNode[] {
  if (isOnlyRun(meta)) return [];
  const language = languageOf(info);
  const filled = /-vue\b/.test(info) ? withLiterals(source) : source;
  const text = shownCode(filled, language, meta, format);
  const pre = createElement('pre', { 'data-language': language, 'data-meta': meta }, [text]);
  if (title.trim() === '') return [pre];
  return [createElement('div', { class: 'md-code' }, [createElement('div', { class: 'md-title' }, [title]), pre])];
}

function preformatted(own: TextAttributes, children: Content, format: RawPage['format']): readonly HtmlNode[] {
  const pre = createElement('pre', own, children);
  const classes = [pre, ...findAll(pre, 'code')].map((element) => attribute(element, 'class')).join(' ');
  const language = own['language'] || (/(?:^|\s)language-(\S+)/.exec(classes)?.[1] ?? '');
  // Separate paragraphs are a blank line apart.
  const text = textUnder(pre, (element) => {
    if (element.tagName === 'br') return '\n';
    return element.tagName !== 'p' || element === pre.childNodes[0] || `\n\n${rawText(element)}`;
  });
  return codeElements(text, language, own['metastring'] ?? '', format, own['title']);
}

interface Choice {
  readonly text: string;
  readonly isRight: boolean;
  readonly why: string;
}

/** The answers of a quiz, as components have them: a list of texts of which some are marked as correct. */
function choicesIn(list: unknown): readonly Choice[] {
  if (!Array.isArray(list)) return [];
  const found = (list as readonly Readonly<Record<string, unknown>>[]).map((entry): Choice => {
    const [text = '', why = ''] = ['text label answer', 'explain explanation feedback'].map((names) => {
      const values = names.split(' ').map((name) => entry?.[name]);
      return withoutMarks(String(values.find((value) => typeof value === 'string') ?? ''));
    });
    return { text, why, isRight: entry?.['correct'] === true || entry?.['isCorrect'] === true };
  });
  return found.some(({ isRight }) => isRight) && found.every(({ text }) => text !== '') ? found : [];
}

/** The question as an exercise; the choices that are correct, with the reasons, as its solution. Wrong ones, which are untrue, are left out. */
function quiz(question: string, children: Content, choices: readonly Choice[]): readonly HtmlNode[] {
  const right = choices.filter(({ isRight }) => isRight);
  const answers = right.map(({ text, why }) => createElement('li', {}, [text, createElement('p', {}, [why])]));
  const asked = [createElement('p', {}, [question]), ...children];
  return [boxElement('exercise', [], asked), boxElement('solution', [], [createElement('ul', {}, answers)])];
}

/** Words that Starlight's cards show: https://starlight.astro.build/components/link-cards/. */
function card(own: TextAttributes, children: Content): HtmlElement {
  const { title = '', description = '', href } = own;
  const name = href === undefined ? title : createElement('a', { href }, [title]);
  return createElement('div', {}, [createElement('p', {}, [name]), createElement('p', {}, [description]), ...children]);
}

function details(own: TextAttributes, children: Content, format: RawPage['format']): HtmlElement {
  const element = createElement('details', own, children);
  // It may stand in a paragraph of its own or with the first words of the content.
  const summary = findAll(element, 'summary').find((inner) => closest(inner, 'details') === element);
  // Docusaurus writes a word of its own where the page gives none.
  const shown = own['summary'] || (format === 'mdx' && rawText(element).trim() !== '' ? 'Details' : '');
  moveToStart(element, summary ?? createElement('summary', {}, [shown]));
  return element;
}

/** Label that Mintlify shows above a step or an update, and of a field: https://www.mintlify.com/docs/components/fields. */
function termOf(own: TextAttributes): Content {
  const { title, label, path, query, body, header, name, description, type, default: value } = own;
  const field = path ?? query ?? body ?? header ?? name;
  const flags = ['required', 'deprecated'].filter((flag) => own[flag] === 'true' || own[flag] === '');
  const shown = [title ?? label, description, type, ...flags, value === undefined ? value : `default: ${value}`];
  const words = shown.filter((word) => word !== undefined && word !== '').join(' ');
  return field === undefined
    ? [words].filter((word) => word !== '')
    : [createElement('code', {}, [field]), ` ${words}`];
}

const LONGEST_META = 200;

/** Code in a group of Mintlify, whose tab shows the words behind the language of its fence. */
function withFenceTitle(node: HtmlNode): HtmlNode {
  if (!isElement(node) || node.tagName !== 'pre') return node;
  const title = attribute(node, 'data-meta')
    .slice(0, LONGEST_META)
    .replaceAll(/[\w-]*=?(?:\{[^}]*\}|"[^"]*"|'[^']*')|\b(?:lines|wrap|expandable)\b/g, '');
  return createElement('div', { class: 'md-code' }, [createElement('div', { class: 'md-title' }, [title]), node]);
}

/**
 * Tabs, all panels. The label is on the panel, in the `values` of the set (Docusaurus), the panel's value, or in the `items` of the set
 * (https://nextra.site/docs/built-ins/tabs).
 */
function tabs(
  own: TextAttributes,
  { values, items }: Readonly<Record<string, unknown>>,
  children: Content,
): HtmlElement {
  const set = createElement('div', { ...own, class: 'md-tabs' }, children);
  const listed = listOf(values) as readonly (Readonly<Record<string, unknown>> | null | undefined)[];
  const labels = listOf(items);
  const panels = findAll(set, '[role=tabpanel]').filter((panel) => closest(parentOf(panel)!, '.md-tabs') === set);
  for (const [at, panel] of [...panels.entries()].toReversed()) {
    const value = attribute(panel, 'value');
    const named = listed.find((entry) => entry?.['value'] === value)?.['label'];
    const item = labels[at];
    const given = attribute(panel, 'label') || attribute(panel, 'title') || (typeof named === 'string' ? named : value);
    const label = given || (typeof item === 'string' ? item : '');
    moveToStart(set, createElement('div', { role: 'tab' }, [label]));
  }
  return set;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A numbered listing of the Rust book's mdBook preprocessor: the file's name above the code, number and caption below. */
function listing(own: TextAttributes, children: Content): HtmlElement {
  const [file, number, caption] = ['file-name', 'number', 'caption'].map((name) => withoutMarks(own[name] ?? ''));
  const above = file === '' ? '' : `Filename: ${file}`;
  const below = [number === '' ? '' : `Listing ${number}`, caption].filter((part) => part !== '').join(': ');
  return createElement('div', {}, [createElement('p', {}, [above]), ...children, createElement('p', {}, [below])]);
}

/** A caption is a line of Markdown in an attribute. */
function withoutMarks(text: string): string {
  return text
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/[`*]/g, '')
    .trim();
}
