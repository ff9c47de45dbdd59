import type { SuppliedChunk, SuppliedContext } from '@ibid/core';
import { z } from 'zod';
import type { Issue } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { BUNDLE_LIMITS } from './bundle-limits.ts';
import { bundleSchema, type Bundle, type BundleChunk } from './bundle-schema.ts';

const LISTS = ['chunks', 'retrieved_chunks'] as const;
/** More than any retrieval gives a passage. */
const MOST_SCORE = 10;

const wrapped = z.object({ context_bundle: bundleSchema });

export interface DecodedBundle {
  readonly context: Omit<SuppliedContext, 'selectionOnly'>;
  readonly selectedText: string | undefined;
  /** Names of all its fields, known or not. */
  readonly fields: readonly string[];
}

/** Reads a bundle that is there; the issues of one that cannot be what it says it is. */
export function decodeBundle(
  given: unknown,
): { readonly bundle: DecodedBundle } | { readonly issues: readonly Issue[] } {
  const long = LISTS.filter((list) => lengthOf(given, list) > BUNDLE_LIMITS.chunks);
  if (long.length > 0)
    return { issues: long.map((list) => issue(list, `must have at most ${BUNDLE_LIMITS.chunks} passages`)) };
  const parsed = wrapped.safeParse({ context_bundle: given });
  if (!parsed.success) return { issues: describeIssues(parsed.error) };
  const bundle = parsed.data.context_bundle;
  const { list, chunks } = listOf(bundle);
  const issues = [...listIssues(bundle, list, chunks), ...repeatIssues(list, chunks ?? [])];
  if (issues.length > 0) return { issues };
  return {
    bundle: {
      context: {
        status: bundle.status,
        chunks: (chunks ?? []).map(toSupplied),
        ...(bundle.generation === undefined ? {} : { generation: bundle.generation }),
      },
      selectedText: bundle.selected_text,
      fields: Object.keys(given as object), // the schema has just taken it for one
    },
  };
}

function issue(path: string, message: string): Issue {
  return { path: `context_bundle.${path}`, message: `\`context_bundle.${path}\` ${message}` };
}

function lengthOf(given: unknown, list: string): number {
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, list) : undefined;
  return Array.isArray(value) ? value.length : 0;
}

function listOf(bundle: Bundle): { list: (typeof LISTS)[number]; chunks: readonly BundleChunk[] | undefined } {
  const list = (bundle.chunks ?? undefined) === undefined && bundle.retrieved_chunks ? 'retrieved_chunks' : 'chunks';
  return { list, chunks: bundle[list] ?? undefined };
}

function listIssues(bundle: Bundle, list: string, chunks: readonly BundleChunk[] | undefined): readonly Issue[] {
  if (chunks === undefined) return [issue(list, 'is required: the passages of the retrieval, or an empty list')];
  const both = bundle.chunks != null && bundle.retrieved_chunks != null;
  if (both && JSON.stringify(bundle.chunks) !== JSON.stringify(bundle.retrieved_chunks)) {
    return [
      issue('retrieved_chunks', 'is another name of `context_bundle.chunks` and differs from it; send one of them'),
    ];
  }
  if (bundle.status === 'success' && chunks.length === 0) {
    return [
      issue(
        list,
        'is empty although `context_bundle.status` is `success`; a retrieval without matches says `no_matches`',
      ),
    ];
  }
  return [];
}

/** One id means one passage. */
function repeatIssues(list: string, chunks: readonly BundleChunk[]): readonly Issue[] {
  const first = new Map<string, BundleChunk>();
  return chunks.flatMap((chunk, index) => {
    const known = first.get(chunk.chunk_id);
    if (known === undefined) first.set(chunk.chunk_id, chunk);
    const differs =
      known !== undefined &&
      (known.content !== chunk.content ||
        known.source_url !== chunk.source_url ||
        (known.section ?? '') !== (chunk.section ?? ''));
    return differs ? [issue(`${list}.${index}`, 'has the `chunk_id` of another passage with other content')] : [];
  });
}

const within = (value: number | null | undefined, most: number): number => Math.min(most, Math.max(0, value ?? 0));

function toSupplied(chunk: BundleChunk): SuppliedChunk {
  return {
    id: chunk.chunk_id,
    url: chunk.source_url,
    anchor: chunk.anchor ?? '',
    title: chunk.chapter ?? '',
    heading: chunk.section ?? '',
    text: chunk.content,
    similarity: within(chunk.relevance_score, 1),
    ...(chunk.rank_score == null ? {} : { score: within(chunk.rank_score, MOST_SCORE) }),
  };
}
