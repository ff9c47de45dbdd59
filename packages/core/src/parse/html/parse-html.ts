import type { Block } from '../../types/block.ts';
import type { Diagnostic } from '../../types/diagnostic.ts';
import type { ParsedPage } from '../../types/page-parser.ts';
import type { RawPage } from '../../types/source.ts';
import { canonicalUrl } from '../../url/canonical-url.ts';
import { lastPartOf, linkResolver } from '../link-resolver.ts';
import { SUSPICIOUS_CHARACTERS } from '../write-line.ts';
import {
  attribute,
  closest,
  elementsUnder,
  find,
  findAll,
  type HtmlElement,
  type HtmlParent,
  isElement,
  isText,
  matches,
  MAX_DEPTH,
  readDocument,
} from './dom.ts';
import { commonRules, findRules, type HtmlRules } from './generators.ts';
import { facetsOf, headTitleOf } from './page-facts.ts';
import { openReading } from './page-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { withoutIdleHeadings } from './read-components.ts';
import { readLine } from './read-inline.ts';

/** The article of a built page. Never throws on content; pages without an article of their own give no page and an `info`. */
export function parseHtml(raw: RawPage): ParsedPage {
  const { document, tooDeep } = readDocument(raw.body);
  const rules = findRules(document);
  const diagnostics: Diagnostic[] = [];
  const report = (severity: Diagnostic['severity'], rule: string, message: string): void => {
    diagnostics.push({ severity, rule: `html:${rule}`, message, page: raw.url });
  };
  if (tooDeep > 0) {
    report(
      'warning',
      'too-deep',
      `${tooDeep} elements stand more than ${MAX_DEPTH} levels deep; their text is kept without structure. Close the tags of the page.`,
    );
  }
  const why = reasonToSkip(document, rules, raw);
  if (why !== '') {
    report('info', 'skipped', `The page is left out because ${why}. Nothing needs to be done.`);
    return { page: undefined, diagnostics };
  }

  const reading = openReading(document, rules, linkResolver(raw.url, baseOf(document, raw)));
  const read = findContent(document, rules).flatMap((element) => readBlocks(reading, element.childNodes));
  const body = withoutIdleHeadings(reading, read);
  const titleElement = find(document, rules.title);
  const named = titleElement === undefined ? '' : readLine(reading, titleElement).text;
  const opening = body.find((block) => block.type === 'heading');
  const blocks: readonly Block[] =
    titleElement === undefined || named === '' || opening?.text === named
      ? body
      : [{ type: 'heading', depth: 1, text: named, anchor: attribute(titleElement, 'id') }, ...body];
  if (reading.hidden.size > 0) {
    const where = [...new Set(reading.hidden.values())].slice(0, 5).join(', ');
    report(
      'info',
      'hidden-text',
      `${reading.hidden.size} elements with text that no reader can see were left out (${where}). Check that nobody planted them.`,
    );
  }
  if (reading.suspiciousCharacters) report('warning', 'hidden-text', SUSPICIOUS_CHARACTERS);
  if (blocks.length === 0) {
    report(
      'warning',
      'no-content',
      'The page has no text of its own: it may be built in the browser by a script. Index its source instead.',
    );
    return { page: undefined, diagnostics };
  }

  const heading = blocks.find((block) => block.type === 'heading' && block.depth === 1);
  const first = heading?.type === 'heading' ? heading.text : '';
  return {
    page: {
      ...facetsOf(document, rules, raw),
      url: raw.url,
      title: raw.title || first || headTitleOf(document) || lastPartOf(raw.url).replace(/\.html?$/, '') || raw.url,
      sourceFile: raw.sourceFile,
      blocks,
    },
    diagnostics,
  };
}

/** Base of relative links: the address that the page was served under. Its URL does not show whether that ended with a slash. */
function baseOf(document: HtmlParent, raw: RawPage): string {
  const head = find(document, 'head');
  let served = /(?:^|\/)index\.html?$/i.test(raw.sourceFile) ? `${raw.url.replace(/\/$/, '')}/` : raw.url;
  let base = '';
  for (const element of head === undefined ? [] : elementsUnder(head)) {
    const href = attribute(element, 'href').trim();
    if (element.tagName === 'base' && base === '') base = href;
    const isCanonical = element.tagName === 'link' && attribute(element, 'rel').toLowerCase() === 'canonical';
    if (isCanonical && /^https?:\/\//i.test(href) && URL.canParse(href) && canonicalUrl(href) === raw.url)
      served = href;
  }
  return URL.canParse(base, served) ? new URL(base, served).href : served;
}

function reasonToSkip(document: HtmlParent, rules: HtmlRules, raw: RawPage): string {
  const elements = [...elementsUnder(document)];
  for (const { match, why } of rules.skip) if (elements.some((element) => matches(element, match))) return why;
  for (const element of elements) {
    if (element.tagName !== 'meta' || attribute(element, 'http-equiv').toLowerCase() !== 'refresh') continue;
    if (/url\s*=/i.test(attribute(element, 'content'))) return 'it only leads on to another page (meta refresh)';
  }
  const path = URL.canParse(raw.url) ? new URL(raw.url).pathname : raw.url;
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (/^404(?:\.html)?$/.test(file)) return 'it is an error page';
  if (rules.name === 'mdbook' && /^(?:print|toc)(?:\.html)?$/.test(file)) return 'it repeats other pages of the book';
  if (rules.name === 'sphinx' && /^(?:genindex(?:-.*)?|search|py-modindex|http-routingtable)(?:\.html)?$/.test(file)) {
    return 'it is an index made by Sphinx';
  }
  return '';
}

const NEARLY_ALL = 0.7;

/**
 * Finds the article of a page.
 *
 * The generator's own places come first, then `data-pagefind-body` and the landmarks of HTML. When a page has none of them, the
 * container is chosen by text: going down from `body`, always into the child that holds most of the text outside of links,
 * for as long as that child holds nearly all of it. A page whose text is mostly links has no such child and is read whole.
 */
function findContent(document: HtmlParent, rules: HtmlRules): readonly HtmlElement[] {
  for (const selector of new Set([...rules.content, ...commonRules.content])) {
    const found = findAll(document, selector).filter((element) => textWeight(element) > 0);
    const all = new Set<HtmlParent>(found);
    const outermost = found.filter((element) => !standsInside(element, all));
    // Several articles are a list of teasers; the landmark around them is the better choice.
    if (outermost.length > 1 && /(?:^|\s)(?:main|article|\[role=main\])$/.test(selector)) {
      const landmark = closest(outermost[0]!, 'main, [role=main]');
      if (landmark !== undefined) return [landmark];
    }
    if (outermost.length > 0) return outermost;
  }
  const body = find(document, 'body');
  return body === undefined ? [] : [densest(body)];
}

function standsInside(element: HtmlElement, ancestors: ReadonlySet<HtmlParent>): boolean {
  let parent = element.parentNode;
  while (isElement(parent) && !ancestors.has(parent)) parent = parent.parentNode;
  return isElement(parent);
}

function densest(body: HtmlElement): HtmlElement {
  let container = body;
  for (;;) {
    const total = textWeight(container);
    const next = container.childNodes
      .filter(isElement)
      .filter((child) => /^(?:div|section|td|table|tbody|tr|center|form|font|span)$/.test(child.tagName))
      .find((child) => textWeight(child) > total * NEARLY_ALL);
    if (next === undefined) return container;
    container = next;
  }
}

const UNWEIGHED = new Set('a script style nav header footer aside template noscript button select'.split(' '));

/** Characters of text outside of links and page furniture. */
function textWeight(root: HtmlElement): number {
  let weight = 0;
  const open: HtmlParent[] = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const node of parent.childNodes) {
      if (isText(node)) weight += node.value.trim().length;
      else if (isElement(node) && !UNWEIGHED.has(node.tagName)) open.push(node);
    }
  }
  return weight;
}
