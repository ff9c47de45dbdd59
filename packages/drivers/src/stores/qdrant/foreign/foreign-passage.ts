import { canonicalUrl, sha256Hex } from '@ibid/core';
import type { FoundPoint } from '../client/qdrant-calls.ts';

/** What a foreign point says of its passage, put in order. */
export interface ForeignPassage {
  /** As it stands, or the hash of URL, heading and index where nothing stands. */
  readonly id: string;
  /** Canonical; one that is no web address stays as it is, without its hash. */
  readonly url: string;
  /** What follows `#` in the URL; `''` where nothing does. */
  readonly anchor: string;
  /** Falls back to the last part of the URL. */
  readonly title: string;
  /** Falls back to the title. */
  readonly heading: string;
  /** 0 where it is no count. */
  readonly indexInSection: number;
  readonly text: string;
}

/** Payload fields that are read. */
export const FOREIGN_FIELDS = ['text', 'url', 'title', 'section_heading', 'chunk_index', 'chunk_id'] as const;

/** `undefined` for a point without URL or text, which nothing can be cited from. */
export function foreignPassage({ payload }: Pick<FoundPoint, 'payload'>): ForeignPassage | undefined {
  const text = textOf(payload['text']);
  const address = textOf(payload['url']).trim();
  if (text.trim() === '' || address === '') return undefined;
  const [bare = '', ...hash] = address.split('#');
  const url = /^https?:\/\//i.test(bare) && URL.canParse(bare) ? canonicalUrl(bare) : bare;
  const title = textOf(payload['title']).trim() || lastPart(url);
  const heading = textOf(payload['section_heading']).trim() || title;
  const index = payload['chunk_index'];
  const indexInSection = typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : 0;
  const id = textOf(payload['chunk_id']).trim() || sha256Hex(JSON.stringify([url, heading, indexInSection]));
  return { id, url, anchor: hash.join('#'), title, heading, indexInSection, text };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lastPart(url: string): string {
  const parts = url.split('/').filter((part) => part !== '');
  return parts.at(-1) ?? url;
}
