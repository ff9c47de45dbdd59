import { parse } from 'yaml';
import type { Block, HeadingBlock } from '../../types/block.ts';
import type { Diagnostic } from '../../types/diagnostic.ts';
import type { ParsedPage } from '../../types/page-parser.ts';
import type { RawPage } from '../../types/source.ts';
import { createElement } from '../html/dom.ts';
import { openReading } from '../html/page-reading.ts';
import { readBlocks as readHtml } from '../html/read-blocks.ts';
import { withoutIdleHeadings } from '../html/read-components.ts';
import { lastPartOf, linkResolver } from '../link-resolver.ts';
import { foldSpace, hasSuspiciousCharacters, SUSPICIOUS_CHARACTERS } from '../write-line.ts';
import { markdownRules } from './components.ts';
import { fileHtml } from './file-html.ts';
import { expandIncludes } from './includes.ts';

/**
 * A page of Markdown, MDX or mdBook to the block tree that its built HTML gives. Never throws on content; drafts and
 * unlisted pages give no page and an `info`.
 */
export function parseMarkdown(raw: RawPage): ParsedPage {
  const diagnostics = new Map<string, Diagnostic>();
  const report = (severity: Diagnostic['severity'], rule: string, message: string): void => {
    diagnostics.set(`${rule} ${message}`, {
      severity,
      rule: `markdown:${rule}`,
      message,
      page: raw.sourceFile || raw.url,
    });
  };

  const head = frontMatter(raw.body);
  // Text between rules, which mdBook has no front matter for.
  const isText = raw.format === 'mdbook' && head.problem !== '';
  const { data, body, problem } = isText ? { data: {}, body: raw.body, problem: '' } : head;
  if (problem !== '') report('warning', 'front-matter', `The front matter cannot be read: ${problem}.`);
  for (const flag of ['draft', 'unlisted']) {
    if ((data as Readonly<Record<string, unknown>>)[flag] !== true) continue;
    report('info', flag, `The page is left out because its front matter says \`${flag}: true\`.`);
    return { page: undefined, diagnostics: [...diagnostics.values()] };
  }

  if (hasSuspiciousCharacters(body)) report('warning', 'hidden-characters', SUSPICIOUS_CHARACTERS);
  const blocks = readBlocks(raw, body, data, report);
  const heading = blocks.find((block): block is HeadingBlock => block.type === 'heading');
  const own = heading?.depth === 1 ? heading.text : '';
  const first =
    blocks.find((block): block is HeadingBlock => block.type === 'heading' && block.depth === 1)?.text ?? '';
  const named = foldSpace(frontMatterText(data, 'title'));
  const known = foldSpace(raw.title);
  const title = known || own || named || first || leadTitle(blocks, fileTitle(raw.url, heading?.text));
  return {
    page: {
      url: raw.url,
      title,
      locale: raw.locale,
      version: raw.version,
      module: raw.module,
      sourceFile: raw.sourceFile,
      blocks: withTitle(blocks, own, known || named, data, raw),
    },
    diagnostics: [...diagnostics.values()],
  };
}

function readBlocks(
  raw: RawPage,
  body: string,
  data: Readonly<Record<string, unknown>>,
  report: (severity: Diagnostic['severity'], rule: string, message: string) => void,
): readonly Block[] {
  try {
    const prepared = expandIncludes(body, raw.format, raw.imports);
    if (prepared.missing.length > 0) {
      const some = prepared.missing.slice(0, 3).map((key) => `\`${key}\``);
      const all = `${some.join(', ')}${prepared.missing.length > 3 ? ' …' : ''}`;
      report(
        'warning',
        'missing-import',
        `${prepared.missing.length} included files were not found and their text is missing: ${all}.`,
      );
    }
    const nodes = fileHtml(
      prepared.text,
      { frontMatter: data },
      {
        format: raw.format,
        imports: raw.imports,
        drawn: raw.drawn ?? [],
        slugs: raw.slugs ?? 'github',
        dialect: raw.dialect,
        report: (rule, message) => report(rule === 'drawn-code' ? 'info' : 'warning', rule, message),
      },
    );
    const root = createElement('main', {}, nodes);
    const reading = openReading(root, markdownRules, linkResolver(raw.url, raw.base ?? raw.url, raw.links));
    const blocks = withoutIdleHeadings(reading, readHtml(reading, root.childNodes));
    for (const { tagName } of reading.hidden.keys()) {
      report('info', 'hidden-text', `<${tagName}> holds text that no reader can see.`);
    }
    return blocks;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    report(
      'error',
      'unreadable',
      `The page cannot be read as Markdown (${what}); its text was kept without structure.`,
    );
    const paragraphs = body.split(/\n\s*\n/).map(foldSpace);
    return paragraphs.filter((text) => text !== '').map((text) => ({ type: 'paragraph', text, marks: [] }));
  }
}

/** Docusaurus shows the title above a page whose first heading is not the title; a title that the source knows replaces it. */
function withTitle(
  blocks: readonly Block[],
  own: string,
  title: string,
  data: Readonly<Record<string, unknown>>,
  raw: RawPage,
): readonly Block[] {
  if (raw.format === 'mdbook' || title === '') return blocks;
  if (own !== '') {
    if (raw.title === '') return blocks;
    const at = blocks.findIndex((block) => block.type === 'heading');
    return blocks.with(at, { ...(blocks[at] as HeadingBlock), text: title });
  }
  if (data['hide_title'] === true) return blocks;
  return [{ type: 'heading', depth: 1, text: title, anchor: '' }, ...blocks];
}

/** The heading that a page without a heading of the first level begins with, unless others follow it at its level. */
function leadTitle([lead, ...others]: readonly Block[], byFile: string): string {
  const isOneOfMore = others.some((block) => block.type === 'heading' && block.depth <= (lead as HeadingBlock).depth);
  return lead?.type !== 'heading' || isOneOfMore ? byFile : lead.text;
}

/** A page that nobody named, as MkDocs names it: `strict_mode.md` is "Strict mode". The home page has no such name, but may have a heading. */
function fileTitle(url: string, heading: string | undefined): string {
  if (heading !== undefined && new URL(url).pathname === '/') return heading;
  const words = lastPartOf(url).replace(/[-_]+/g, ' ').trim();
  return words === '' ? url : words.charAt(0).toUpperCase() + words.slice(1);
}

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** The text after the front matter. */
  readonly body: string;
  /** Error in the YAML; `''` if there is none. */
  readonly problem: string;
}

const FENCE = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/;

/** Front matter of Hugo and Zola: https://gohugo.io/content-management/front-matter/. */
const TOML_FENCE = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)?\+\+\+[ \t]*(?:\n|$)/;
const TOML_VALUE = /^([\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|(true|false))[ \t]*(?:#.*)?$/gm;

/** Strings and truth values before the first table; others are of no use here. */
function tomlValues(text: string): Readonly<Record<string, unknown>> {
  const top = text.split(/^\[/m, 1)[0]!;
  return Object.fromEntries(
    [...top.matchAll(TOML_VALUE)].map(([, key = '', basic, literal, truth]): [string, unknown] => [
      key,
      truth === undefined ? (literal ?? basic!.replace(/\\(.)/g, '$1')) : truth === 'true',
    ]),
  );
}

/** Splits the block of YAML or TOML from the start of a Markdown text. Ends of lines become `\n`. Never throws; a broken block is dropped and described in `problem`. */
export function frontMatter(text: string): FrontMatter {
  const source = text.replace(/^\ufeff/u, '').replaceAll(/\r\n?/gu, '\n');
  const toml = TOML_FENCE.exec(source);
  if (toml !== null) return { data: tomlValues(toml[1] ?? ''), body: source.slice(toml[0].length), problem: '' };
  const match = FENCE.exec(source);
  if (match === null) return { data: {}, body: source, problem: '' };
  const body = source.slice(match[0].length);
  try {
    const data: unknown = parse(match[1] ?? '', { maxAliasCount: 100, logLevel: 'error' });
    if (data === null || data === undefined) return { data: {}, body, problem: '' };
    if (typeof data === 'object' && !Array.isArray(data)) {
      return { data: data as Record<string, unknown>, body, problem: '' };
    }
    return { data: {}, body, problem: 'it is no list of `key: value` lines' };
  } catch (error) {
    return { data: {}, body, problem: error instanceof Error ? error.message.split('\n', 1)[0]! : 'it cannot be read' };
  }
}

/** A front matter value as text, numbers included; `''` when absent or of another kind. */
export function frontMatterText(data: Readonly<Record<string, unknown>>, key: string): string {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
