import type { Facets } from '../../spec/page.ts';
import type { RawPage } from '../../spec/source.ts';
import { foldText } from '../visible-text.ts';
import { attribute, classesOf, rawText, type HtmlElement, type HtmlParent } from './dom.ts';
import type { HtmlRules } from './rules.ts';
import { find, findAll } from './selector.ts';

/** Facets as the page states them; what the source gave stands where the page is silent. */
export function facetsOf(document: HtmlParent, rules: HtmlRules, raw: RawPage): Facets {
  const html = find(document, 'html');
  const locale = localeOf(document, html) || raw.locale;
  return { locale, version: versionOf(document, rules) || raw.version, module: moduleOf(document, html, locale, raw) };
}

/** The document's folder, else what the source says, else the first folder of the address. */
function moduleOf(document: HtmlParent, html: HtmlElement | undefined, locale: string, raw: RawPage): string {
  const folder = moduleOfDocId(html);
  if (folder !== '') return labelOf(document, folder);
  if (raw.module !== '' && !isLocale(raw.module, locale)) return raw.module;
  const path = raw.module === '' && URL.canParse(raw.url) ? new URL(raw.url).pathname : raw.sourceFile;
  const folders = path.split('/').slice(0, -1);
  return decode(folders.find((name) => name !== '' && !isLocale(name, locale)) ?? 'root');
}

/** A folder that only names the language says nothing of the module. */
function isLocale(folder: string, locale: string): boolean {
  return locale !== '' && folder.toLowerCase() === locale.toLowerCase();
}

/** The folder as the breadcrumbs spell it, where they only spell it. */
function labelOf(document: HtmlParent, folder: string): string {
  const crumbs = findAll(document, '.theme-doc-breadcrumbs .breadcrumbs__link').map((crumb) =>
    foldText(rawText(crumb)),
  );
  const first = crumbs.find((crumb) => crumb !== '') ?? '';
  return lettersOf(first) === lettersOf(folder) ? first : folder;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
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
    const version = element === undefined ? '' : foldText(attribute(element, 'content') || rawText(element));
    if (version !== '' && version.length <= 60) return version;
  }
  return '';
}

const DOC_ID = 'docs-doc-id-';

/** Docusaurus names the document in the classes of `html`; its folder is the module. */
function moduleOfDocId(html: HtmlElement | undefined): string {
  const name = html === undefined ? undefined : classesOf(html).find((entry) => entry.startsWith(DOC_ID));
  if (name === undefined) return '';
  const id = name.slice(DOC_ID.length);
  return id.includes('/') ? id.slice(0, id.indexOf('/')) : 'root';
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function metaContent(document: HtmlParent, selector: string): string {
  const element = find(document, selector);
  return element === undefined ? '' : foldText(attribute(element, 'content'));
}

/** The title that the page's head gives, without the site's name; `''` when it gives none. */
export function headTitleOf(document: HtmlParent): string {
  const element = find(document, 'title');
  const inHead = element === undefined ? '' : foldText(rawText(element));
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
