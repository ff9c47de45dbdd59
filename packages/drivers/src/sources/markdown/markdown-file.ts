import { createHash } from 'node:crypto';
import { frontMatter, frontMatterText } from '@ibid/core/parse';
import { readFileWithin } from '../../files/read-file-within.ts';

interface TextFile {
  readonly text: string;
  /** SHA-256 hex of the bytes. */
  readonly hash: string;
  /** Why there is no text; `''` when there is. */
  readonly problem: string;
  /** What is wrong with the text that there is; `''` when nothing. */
  readonly warning: string;
}

export type ReadText = (realPath: string) => Promise<TextFile>;

/** Reads UTF-8 text of at most `maxBytes`, its byte order mark dropped. Never rejects. */
export async function readTextFile(realPath: string, maxBytes: number): Promise<TextFile> {
  const { bytes, problem } = await readFileWithin(realPath, maxBytes);
  const hash = createHash('sha256').update(problem).update(bytes).digest('hex');
  if (problem !== '') return { text: '', hash, problem, warning: '' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), hash, problem: '', warning: '' };
  } catch {
    const warning = 'It is not valid UTF-8; what cannot be read shows as �. Save the file as UTF-8.';
    return { text: new TextDecoder('utf-8').decode(bytes), hash, problem: '', warning };
  }
}

/** The same file is read once as long as the result is kept: translated sites show one file under several addresses. */
export function cachedReader(maxBytes: number): ReadText {
  const files = new Map<string, Promise<TextFile>>();
  return (realPath) => {
    let file = files.get(realPath);
    if (file === undefined) {
      file = readTextFile(realPath, maxBytes);
      files.set(realPath, file);
    }
    return file;
  };
}

/** What the listing needs to know of a Markdown file's text. */
export interface MarkdownHead {
  readonly title: string;
  readonly id: string;
  readonly slug: string;
  readonly skipped: '' | 'draft' | 'unlisted';
  readonly parseNumberPrefixes: boolean;
  /** Syntax that the page chooses for itself; `''` when it leaves that to the site. */
  readonly format: '' | 'mdx' | 'md' | 'detect';
  /** Text of the first heading when it is the page's title; `''` when there is none. */
  readonly heading: string;
}

export function markdownHead(text: string): MarkdownHead {
  const { data, body } = frontMatter(text);
  return {
    title: frontMatterText(data, 'title'),
    id: frontMatterText(data, 'id'),
    slug: frontMatterText(data, 'slug'),
    skipped: data['draft'] === true ? 'draft' : data['unlisted'] === true ? 'unlisted' : '',
    parseNumberPrefixes: data['parse_number_prefixes'] !== false,
    format: formatOf(data['mdx']),
    heading: firstHeading(body),
  };
}

function formatOf(mdx: unknown): MarkdownHead['format'] {
  const format = typeof mdx === 'object' && mdx !== null && 'format' in mdx ? mdx.format : '';
  return format === 'mdx' || format === 'md' || format === 'detect' ? format : '';
}

/** The first heading outside of code, if it is of the first level; a scan, because the file is parsed later and elsewhere. */
function firstHeading(body: string): string {
  let fence = '';
  let before = '';
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') {
      fence = mark;
    } else if (mark.startsWith(fence) && line.trim() === mark) {
      fence = '';
      continue;
    }
    if (fence !== '') continue;
    const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
    if (heading !== null) return heading[1] === '#' ? withoutMarks(heading[2]!) : '';
    if (before !== '' && /^ {0,3}=+[ \t]*$/.test(line)) return withoutMarks(before);
    if (before !== '' && /^ {0,3}-+[ \t]*$/.test(line)) return '';
    before = line.trim();
  }
  return '';
}

function withoutMarks(heading: string): string {
  return heading
    .slice(0, 500)
    .replace(/\s+#+\s*$/, '')
    .replace(/\s*\{(?:\/\*\s*)?#[^}]*\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .trim();
}
