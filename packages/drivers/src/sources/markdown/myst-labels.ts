/** References of MyST to headings, also of other pages: https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html. */
import { frontMatter } from '@ibid/core/parse';
import { dirname, resolve } from 'node:path';
import type { FoundPage } from './folder-pages.ts';
import { firstHeading, type LinkScope, withoutMarks } from './markdown-file.ts';

/** Headings by labels, and the first ones of pages by the paths of their files without ending. */
export type Labels = Map<string, { readonly heading: string; readonly url: string }>;

/** `(label)=` above a heading. */
const LABEL =
  /^[ \t]*\(([\w:. -]{1,200})\)=[ \t]*\n(?=(?:\s{0,9}\([\w:. -]{1,200}\)=[ \t]*\n){0,5}\s{0,9}(#{1,6})[ \t]+(.*))/gm;
const ENDING = /\.mdx?$/i;

/** Adds the labels of a page. */
export function addLabels(labels: Labels, source: string, { realPath, url }: FoundPage): void {
  const { body } = frontMatter(source);
  labels.set(realPath.replace(ENDING, ''), { heading: firstHeading(body), url });
  for (const [, label = '', level, heading = ''] of body.matchAll(LABEL)) {
    const anchor = level === '#' ? '' : `#${label.toLowerCase().replace(/[^a-z\d]+/g, '-')}`;
    labels.set(label, { heading: withoutMarks(heading), url: url + anchor });
  }
}

/** Code with a language and code in a line, which stay; roles, with words of their own or without; targets of links. */
const REFERENCE =
  /^[ \t]*(?<ticks>`{3,}|~{3,})(?:\{code|\w)[^]*?\n[ \t]*\k<ticks>|``[^\n]+?``|\{(?<role>ref|numref|doc)\}`(?:(?<words>[^`<]{0,300}?)\s{0,9}<)?(?<target>[^`<>]{1,300})>?`|\]\((?<linked>[\w:.-]{1,200})\)/gm;

/** The text with links in place of the references, in words of their own or those of the heading. */
export function withLabels(text: string, { realPath }: FoundPage, { siteFolder, labels }: LinkScope): string {
  return text.replace(REFERENCE, (whole, ...found) => {
    const { role, words = '', target = '', linked } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const file = target.startsWith('/') ? siteFolder + target : resolve(dirname(realPath), target);
    const { heading = '', url = '' } = labels.get(role === 'doc' ? file.replace(ENDING, '') : (linked ?? target)) ?? {};
    if (heading === '') return whole;
    return linked === undefined ? `[${(words || heading).replace(/[[\]]/g, String.raw`\$&`)}](${url})` : `](${url})`;
  });
}
