/**
 * Checks that a site gives the same chunks from its Markdown as from its built HTML.
 *
 * Both sides are listed, parsed and split like in indexing, and pages are matched by URL. For a page that differs, the two block trees are
 * compared as lines. Lines on one side only show the reason: different words mean another revision of the source, missing included files
 * are reported by the parser, and the rest is a difference between the parsers.
 */
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Block, Diagnostic, Page, Source } from '@ibid/core/types';
import { chunkPage } from '@ibid/core/chunk';
import { parsePage } from '@ibid/core/parse';
import { htmlSource } from '@ibid/drivers/sources/html';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { dataFolder } from './data-folder.ts';

export interface SidePage {
  readonly page: Page;
  readonly ids: readonly string[];
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export type Reason = 'other words' | 'missing include' | 'other structure';

export interface PageDifference {
  readonly url: string;
  readonly reason: Reason;
  readonly idsEqual: boolean;
  /** Lines with equal words that the two parsers read as different kinds of block. */
  readonly misread: readonly string[];
  /** First line of each side that the other lacks; `''` if there is none. */
  readonly markdown: string;
  readonly html: string;
}

export interface Parity {
  /** Number of pages on both sides. */
  readonly both: number;
  readonly idsEqual: number;
  readonly textEqual: number;
  readonly differences: readonly PageDifference[];
  readonly onlyMarkdown: readonly string[];
  readonly onlyHtml: readonly string[];
}

/** Reads every page of a source with its chunks, by URL, except pages without content. */
export async function readSide(source: Source): Promise<ReadonlyMap<string, SidePage>> {
  const pages = new Map<string, SidePage>();
  for await (const entry of source.list()) {
    const loaded = await source.load(entry);
    if (loaded.page === undefined) continue;
    const { page, diagnostics } = parsePage(loaded.page);
    if (page === undefined) continue;
    const { chunks, text } = chunkPage(page);
    pages.set(page.url, {
      page,
      text,
      ids: chunks.map((chunk) => chunk.id),
      diagnostics: [...loaded.diagnostics, ...diagnostics],
    });
  }
  await source.close();
  return pages;
}

export function compareSides(markdown: ReadonlyMap<string, SidePage>, html: ReadonlyMap<string, SidePage>): Parity {
  const differences: PageDifference[] = [];
  let both = 0;
  let idsEqual = 0;
  let textEqual = 0;
  for (const [url, first] of markdown) {
    const second = html.get(url);
    if (second === undefined) continue;
    both += 1;
    const sameIds = first.ids.join() === second.ids.join();
    if (sameIds) idsEqual += 1;
    if (first.text === second.text) textEqual += 1;
    if (!sameIds || first.text !== second.text) differences.push(difference(url, sameIds, first, second));
  }
  return {
    both,
    idsEqual,
    textEqual,
    differences,
    onlyMarkdown: [...markdown.keys()].filter((url) => !html.has(url)),
    onlyHtml: [...html.keys()].filter((url) => !markdown.has(url)),
  };
}

function difference(url: string, idsEqual: boolean, markdown: SidePage, html: SidePage): PageDifference {
  const first = linesOf(markdown.page.blocks);
  const second = linesOf(html.page.blocks);
  const inFirst = new Set(first);
  const inSecond = new Set(second);
  const onlyFirst = first.filter((line) => !inSecond.has(line));
  const onlySecond = second.filter((line) => !inFirst.has(line));
  const includes = markdown.diagnostics.some(({ rule }) => rule.endsWith(':missing-import'));
  const sameWords = wordsOf(onlyFirst) === wordsOf(onlySecond);
  const reason = sameWords ? 'other structure' : includes ? 'missing include' : 'other words';
  const words = new Set(onlySecond.map((line) => wordsOf([line])));
  const misread = onlyFirst.filter((line) => wordsOf([line]) !== '' && words.has(wordsOf([line])));
  return { url, reason, idsEqual, misread, markdown: onlyFirst[0] ?? '', html: onlySecond[0] ?? '' };
}

/** One line per block that contains text itself. */
function linesOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block): readonly string[] => {
    switch (block.type) {
      case 'heading':
        return [`${'#'.repeat(block.depth)} ${block.text} {#${block.anchor}}`];
      case 'paragraph':
        return [block.text];
      case 'code':
        return [`\`\`\`${block.language} ${block.title}\n${block.text}`];
      case 'math':
        return [`$$ ${block.text}`];
      case 'image':
        return [`![${block.alt}]`];
      case 'list':
        return block.items.flatMap((item) => linesOf(item).map((line) => `- ${line}`));
      case 'table':
        return [
          [block.caption],
          [block.header, ...block.rows].map((cells) => cells.map(({ text }) => text).join(' | ')),
        ]
          .flat()
          .filter((line) => line !== '');
      case 'definitions':
        return block.items.flatMap((item) => [`: ${item.term}`, ...linesOf(item.children)]);
      case 'tabs':
        return block.tabs.flatMap((tab) => [`= ${tab.label}`, ...linesOf(tab.children)]);
      case 'details':
        return [`> ${block.summary}`, ...linesOf(block.children)];
      case 'admonition':
        return [`! ${block.kind} ${block.title}`, ...linesOf(block.children)];
      case 'quote':
        return linesOf(block.children).map((line) => `> ${line}`);
    }
  });
}

/** Words and punctuation of some lines, without the prefixes that `linesOf` adds. */
function wordsOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^(?:[-:=!>#|`$]+ ?)+/, '').replace(/ \{#[^}]*\}$/, ''))
    .join(' ')
    .replace(/\s+/g, '');
}

export interface ParitySet {
  readonly name: string;
  readonly siteUrl: string;
  /** Folder of the Markdown in the unpacked archive. */
  readonly markdown: string;
  /** Given if the locales cannot be read from the configuration file without running it. */
  readonly locales?: readonly string[];
}

export const PARITY_SETS: readonly ParitySet[] = [
  { name: 'docs-rust-book', siteUrl: 'https://doc.rust-lang.org/book/', markdown: 'src' },
  {
    name: 'html-docusaurus-ai_native_textbook',
    siteUrl: 'https://usmankhan0016.github.io/ai_native-textbook/',
    markdown: '',
  },
  {
    name: 'html-docusaurus-search-local-i18n',
    siteUrl: 'https://easyops-cn.github.io/docusaurus-search-local/',
    markdown: 'website',
    locales: ['en', 'zh-CN', 'zh-TW'],
  },
];

/** Unpacks both forms of a set into `folder` and compares them. */
export async function measureParity(set: ParitySet, data: string, folder: string): Promise<Parity> {
  const run = promisify(execFile);
  for (const side of ['html', 'src-md']) {
    await mkdir(join(folder, set.name, side), { recursive: true });
    await run('tar', ['xzf', join(data, set.name, `${side}.tar.gz`), '-C', join(folder, set.name, side)]);
  }
  const markdown = await readSide(
    markdownSource({
      root: join(folder, set.name, 'src-md', set.markdown),
      siteUrl: set.siteUrl,
      ...(set.locales === undefined ? {} : { settings: { locales: set.locales } }),
    }),
  );
  const html = await readSide(htmlSource({ root: join(folder, set.name, 'html'), siteUrl: set.siteUrl }));
  return compareSides(markdown, html);
}

async function main(): Promise<void> {
  const data = dataFolder();
  if (data === undefined) {
    process.stdout.write('No evaluation data: set IBID_EVAL_DATA to the folder that holds the sets.\n');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'ibid-parity-'));
  try {
    for (const set of PARITY_SETS) process.stdout.write(report(set.name, await measureParity(set, data, folder)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(name: string, parity: Parity): string {
  const share = (count: number): string =>
    `${count} of ${parity.both} (${((100 * count) / Math.max(1, parity.both)).toFixed(1)} %)`;
  const lines = [
    `${name}: equal ids ${share(parity.idsEqual)}, equal text ${share(parity.textEqual)}`,
    `  lines with equal words read as different blocks: ${parity.differences.flatMap((page) => page.misread).length}`,
    `  only Markdown: ${parity.onlyMarkdown.length} ${parity.onlyMarkdown.slice(0, 8).join(' ')}`,
    `  only HTML: ${parity.onlyHtml.length} ${parity.onlyHtml.slice(0, 8).join(' ')}`,
  ];
  for (const { url, reason, idsEqual, markdown, html } of parity.differences) {
    lines.push(`  ${new URL(url).pathname}: ${reason}${idsEqual ? ', equal ids' : ''}`);
    lines.push(`    md   ${JSON.stringify(markdown.slice(0, 160))}`, `    html ${JSON.stringify(html.slice(0, 160))}`);
  }
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) await main();
