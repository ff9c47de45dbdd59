import type { Facets } from '../../types/page.ts';
import type { RawPage } from '../../types/source.ts';
import { unescaped } from '../link-resolver.ts';
import { foldSpace } from '../write-line.ts';
import { attribute, classesOf, find, type HtmlElement, type HtmlParent, rawText } from './dom.ts';
import type { HtmlRules } from './generators.ts';

/** Facets as the page states them; the source's values apply if the page has none. */
export function facetsOf(document: HtmlParent, rules: HtmlRules, raw: RawPage): Facets {
  const html = find(document, 'html');
  const locale = localeOf(document, html) || raw.locale;
  return { locale, version: versionOf(document, rules) || raw.version, module: moduleOf(html, locale, raw) };
}

/** Returns the module that Docusaurus names in the page's classes, else the first folder of the address below the site's root. */
function moduleOf(html: HtmlElement | undefined, locale: string, raw: RawPage): string {
  const named = html === undefined ? '' : moduleOfClasses(classesOf(html));
  if (named !== '') return named;
  const path = raw.module === '' && URL.canParse(raw.url) ? new URL(raw.url).pathname : raw.sourceFile;
  if (raw.module !== '' && !isLocale(raw.module, locale)) return raw.module;
  const segments = path
    .replace(/(^|\/)index\.html?$/, '$1')
    .split('/')
    .filter((segment) => segment !== '');
  const below = segments.slice(segments.findIndex((segment) => isLocale(segment, locale)) + 1);
  return below.length > 1 ? unescaped(below[0]!) : 'root';
}

/** A folder that only names the language says nothing of the module. */
function isLocale(folder: string, locale: string): boolean {
  return locale !== '' && folder.toLowerCase() === locale.toLowerCase();
}

function localeOf(document: HtmlParent, html: HtmlElement | undefined): string {
  const meta =
    metaContent(document, 'meta[name=docusaurus_locale]') || metaContent(document, 'meta[name="docsearch:language"]');
  const tag = meta || (html === undefined ? '' : attribute(html, 'lang').trim());
  return /^[a-z]{2,8}(?:[-_][a-z\d]{1,8})*$/i.test(tag) ? tag.replaceAll('_', '-') : '';
}

function versionOf(document: HtmlParent, rules: HtmlRules): string {
  for (const selector of rules.version) {
    const element = find(document, selector);
    const version = element === undefined ? '' : foldSpace(attribute(element, 'content') || rawText(element));
    if (version !== '' && version.length <= 60) return version;
  }
  return '';
}

const DOC_ID = 'docs-doc-id-';
const PLUGIN_ID = 'plugin-id-';

/** A document's folder, or the blog that a post belongs to; `''` for other pages. */
function moduleOfClasses(classes: readonly string[]): string {
  const id = valueOf(classes, DOC_ID);
  if (id !== undefined) return id.includes('/') ? id.slice(0, id.indexOf('/')) : 'root';
  if (!classes.includes('blog-wrapper')) return '';
  const blog = valueOf(classes, PLUGIN_ID) ?? 'default';
  return blog === 'default' ? 'blog' : blog;
}

function valueOf(classes: readonly string[], prefix: string): string | undefined {
  return classes.find((name) => name.startsWith(prefix))?.slice(prefix.length);
}

function metaContent(document: HtmlParent, selector: string): string {
  const element = find(document, selector);
  return element === undefined ? '' : foldSpace(attribute(element, 'content'));
}

/** The title that the page's head gives, without the site's name; `''` when it gives none. */
export function headTitleOf(document: HtmlParent): string {
  const element = find(document, 'title');
  const inHead = element === undefined ? '' : foldSpace(rawText(element));
  const shared = metaContent(document, 'meta[property="og:title"]');
  const siteName = metaContent(document, 'meta[property="og:site_name"]');
  if (shared !== '' && inHead.length > shared.length && inHead.startsWith(shared)) return shared;
  const title = shared || inHead;
  for (const separator of [' | ', ' — ', ' – ', ' · ', ' • ', ' :: ', ' » ', ' - ']) {
    const at = title.lastIndexOf(separator);
    if (at <= 0) continue;
    const site = title.slice(at + separator.length);
    if (separator !== ' - ' || siteName === '' || site === siteName) return title.slice(0, at).trim();
  }
  return title;
}
