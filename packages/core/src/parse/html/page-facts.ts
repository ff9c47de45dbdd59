import type { Facets } from '../../spec/page.ts';
import type { RawPage } from '../../spec/source.ts';
import { foldText } from '../visible-text.ts';
import { attribute, classesOf, rawText, type HtmlElement, type HtmlParent } from './dom.ts';
import type { HtmlRules } from './rules.ts';
import { find } from './selector.ts';

/** Facets as the page states them; what the source gave stands where the page is silent. */
export function facetsOf(document: HtmlParent, rules: HtmlRules, raw: RawPage): Facets {
  const html = find(document, 'html');
  const locale = localeOf(document, html) || raw.locale;
  return {
    locale,
    version: versionOf(document, rules) || raw.version,
    module: moduleOfDocId(html) || otherThan(locale, raw.module) || moduleOfUrl(raw.url, locale),
  };
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

/** A folder that only names the language says nothing of the module. */
function otherThan(locale: string, module: string): string {
  return locale !== '' && module.toLowerCase() === locale.toLowerCase() ? '' : module;
}

function moduleOfUrl(url: string, locale: string): string {
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/').filter((part) => part !== '') : [];
  const folders = segments.slice(0, -1);
  return decode(folders.find((folder) => otherThan(locale, folder) !== '') ?? 'root');
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
