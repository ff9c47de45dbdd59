/**
 * An index as static files, for a plain file host. `index.json` lists the other files, which are gzipped JSON, named after their content and
 * never changed. A question reads the manifest, the head, the words, the postings of its terms and the pages of its passages.
 */
import { IbidError } from '@ibid/core';
import type { IndexInfo } from '@ibid/core/types';
import type { PackedChunk } from '../chunk-codec.ts';

/** Increased whenever files of an older layout can no longer be read. */
export const STATIC_FORMAT = 3;
export const MANIFEST = 'index.json';
/** Instead of an address: ratings stay in the reader's browser, which offers them as a file. */
export const IN_BROWSER = 'browser';

export interface StaticManifest {
  readonly format: typeof STATIC_FORMAT;
  readonly info: Omit<IndexInfo, 'space'>;
  /** Address under which the folder around that of the index is published, if it holds the indexed pages; on a copy elsewhere the panel opens them there. */
  readonly site?: string;
  /** True if browsers store all files of the index once the reader has opened the panel. */
  readonly offline?: true;
  /** True if a model on the reader's device, if there is one, chooses the passage that answers. */
  readonly deviceModel?: true;
  /** Address, or path on the origin of the site, that receives readers' ratings of answers, or `IN_BROWSER`; without it ratings are not collected. */
  readonly feedback?: string;
  /** File names of `StaticHead`, `StaticWords` and `StaticSections`. */
  readonly head: string;
  readonly words: string;
  readonly sections: string;
}

/** All pages by URL, and their passages as slots in page order. Lists are parallel. */
export interface StaticHead {
  readonly pages: {
    readonly url: readonly string[];
    readonly title: readonly string[];
    readonly locale: readonly string[];
    readonly version: readonly string[];
    readonly module: readonly string[];
    /** Number of passages of the page. */
    readonly chunks: readonly number[];
    /** Index of the page's file in `files`. */
    readonly file: readonly number[];
  };
  /** Names of files, each with a `StaticPage[]`; pages are in order. */
  readonly files: readonly string[];
  /** Token counts in the fields of each slot. */
  readonly lengths: {
    readonly title: readonly number[];
    readonly headings: readonly number[];
    readonly body: readonly number[];
  };
  /** Position of each slot in the order of chunk ids. */
  readonly rank: readonly number[];
}

export interface StaticWords {
  /** Every token, sorted by UTF-16 units; see `frontCoded`. */
  readonly tokens: string;
  /** Number of passages that contain each token. */
  readonly passages: readonly number[];
  /** Names of files, each with a `StaticPostings[]`, tokens in order; `firsts` has the number of the first token of each file. */
  readonly files: readonly string[];
  readonly firsts: readonly number[];
}

/** Slots that contain a token, each as the difference to the slot before, and the token's counts in each field; 0 for a field without it. */
export type StaticPostings = readonly [
  gaps: readonly number[],
  title: readonly number[] | 0,
  headings: readonly number[] | 0,
  body: readonly number[] | 0,
];

/** Keys of heading and anchor, by page and passage. */
export type StaticSections = readonly (readonly (readonly [heading: string, anchor: string])[])[];

export interface StaticPage {
  readonly url: string;
  readonly title: string;
  readonly revision: string;
  readonly sourceFile: string;
  readonly text: string;
  /** Their ids are derived from URL, heading and number. */
  readonly chunks: readonly PackedChunk[];
}

const MOST_SHARED = 35;

/** Sorted tokens as lines, each with the number of its first characters that the token before has too, in base 36, and the others. */
export function frontCoded(tokens: readonly string[]): string {
  const lines = tokens.map((token, i) => {
    const before = tokens[i - 1] ?? '';
    let shared = 0;
    while (shared < MOST_SHARED && shared < before.length && token[shared] === before[shared]) shared++;
    return shared.toString(36) + token.slice(shared);
  });
  return lines.join('\n');
}

export function frontDecoded(lines: string): readonly string[] {
  if (lines === '') return [];
  let token = '';
  return lines.split('\n').map((line) => (token = token.slice(0, Number.parseInt(line[0]!, 36)) + line.slice(1)));
}

/** Decodes the JSON of a file, gzipped or not, because some hosts unpack gzip while sending. Rejects with `INDEX_DAMAGED`. */
export async function decodeFile<T>(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<T> {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const stream = isPacked
      ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
      : new Blob([bytes]).stream();
    return (await new Response(stream).json()) as T;
  } catch (error) {
    throw new IbidError('INDEX_DAMAGED', `\`${name}\` of the static index cannot be read. Publish the site again.`, {
      cause: error,
    });
  }
}
