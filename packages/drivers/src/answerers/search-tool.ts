import { dataLine } from '@ibid/core';
import type { Brief, CallOptions, Found, Passage, Question } from '@ibid/core/types';
import type { ModelTool } from '../models/call-model.ts';

/** The index as a tool for a model. */
export interface SearchTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly parameters: object;
  /** Rejects only with `ABORTED`; every other error is part of the output. */
  execute(input: unknown, options?: CallOptions): Promise<SearchToolOutput>;
}

export interface SearchToolOutput {
  /** In the order in which a model sees them; addresses are left out. */
  readonly retrieved_chunks: readonly { readonly chunk_id: string; readonly url?: string; readonly anchor?: string }[];
  /** Not shown to a model, which could not use it. */
  readonly query_embedding?: readonly number[];
  readonly success: boolean;
  /** Safe to show to a model; `null` on success. */
  readonly error_message: string | null;
}

/** Creates the tool from a search function. */
export type MakeSearchTool = (find: (question: Question, options?: CallOptions) => Promise<Found>) => SearchTool;

/** Result of a search. */
export interface SearchResult {
  /** Text for the model: the output of the tool as one line of JSON, each passage with its label. */
  readonly text: string;
  /** Number of passages found. */
  readonly results: number;
  /** Reason, if the search failed. */
  readonly error?: string;
}

/** The tool within one run, with the run's own labels. */
export interface RunSearch {
  /** Definition that a model is offered. */
  readonly tool: ModelTool;
  execute(input: unknown, options?: CallOptions): Promise<SearchResult>;
  /** Labels of all passages found so far, each once. */
  labels(): readonly string[];
}

export function runSearch(search: NonNullable<Brief['search']>, makeTool: MakeSearchTool): RunSearch {
  const found = new Map<string, Passage>();
  const tool = makeTool(async ({ text, selection, retrieval }, options) => {
    const asked = {
      text,
      ...(selection === undefined ? {} : { selection }),
      ...(retrieval === undefined ? {} : { retrieval }),
    };
    const result = await search(asked, options);
    for (const passage of result.passages) found.set(passage.chunk.id, passage);
    return result;
  });
  const { name, description, parameters } = tool;
  return {
    tool: { type: 'function', name, description, inputSchema: plainSchema(parameters) },
    async execute(input, options) {
      const { query_embedding: _, retrieved_chunks: listed, ...rest } = await tool.execute(input, options);
      const { success, error_message } = rest;
      const retrieved_chunks = listed.map(({ url: __, anchor: ___, ...chunk }) => ({
        ...namesOf(found.get(chunk.chunk_id)),
        ...chunk,
      }));
      return {
        text: dataLine({ retrieved_chunks, ...rest }),
        results: listed.length,
        ...(success ? {} : { error: error_message ?? 'The search failed.' }),
      };
    },
    labels: () => [...found.values()].map(({ label }) => label).filter((label) => label !== ''),
  };
}

/** Fields added to a passage for a model; a passage without a label cannot be cited. */
function namesOf(passage: Passage | undefined): object {
  if (passage === undefined) return {};
  const { label, chunk } = passage;
  return { ...(label === '' ? {} : { label }), page: chunk.title, ...(chunk.lead === '' ? {} : { lead: chunk.lead }) };
}

type Schema = ModelTool['inputSchema'];
const TAKEN_EVERYWHERE = ['type', 'description', 'enum', 'minimum', 'maximum', 'required'];

/**
 * Reduces a JSON Schema to the keywords that every service accepts, because some reject a whole request for an unknown keyword. The rest is
 * checked when the tool is called.
 */
function plainSchema(schema: object): Schema {
  const { anyOf, properties, items, ...rest } = schema as Readonly<Record<string, unknown>>;
  const branch = Array.isArray(anyOf)
    ? (anyOf as readonly { readonly type?: unknown }[]).find(({ type }) => type !== 'null')
    : undefined;
  const kept = Object.entries({ ...branch, ...rest }).filter(([key]) => TAKEN_EVERYWHERE.includes(key));
  const inner = Object.entries((properties ?? {}) as Readonly<Record<string, object>>);
  return {
    ...Object.fromEntries(kept),
    ...(inner.length === 0
      ? {}
      : { properties: Object.fromEntries(inner.map(([key, value]) => [key, plainSchema(value)])) }),
    ...(items === undefined ? {} : { items: plainSchema(items as object) }),
  } as Schema;
}
