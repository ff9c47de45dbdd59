import { dataLine } from '@ibid/core';
import type { Brief, CallOptions, Found, Passage, Question } from '@ibid/core/types';
import type { ModelTool } from '../models/model-stream.ts';

/** The index as a tool for a model. */
export interface SearchTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly parameters: object;
  /** Rejects with `ABORTED` alone; every other trouble is part of what it gives. */
  execute(input: unknown, options?: CallOptions): Promise<SearchToolOutput>;
}

export interface SearchToolOutput {
  /** In the order in which a model is to see them; addresses are left out. */
  readonly retrieved_chunks: readonly { readonly chunk_id: string; readonly url?: string; readonly anchor?: string }[];
  /** Is left out of what a model is shown, to which it says nothing. */
  readonly query_embedding?: readonly number[];
  readonly success: boolean;
  /** May be shown to a model; `null` on success. */
  readonly error_message: string | null;
}

/** Makes the tool around a search. */
export type MakeSearchTool = (find: (question: Question, options?: CallOptions) => Promise<Found>) => SearchTool;

/** What came of a search. */
export interface SearchResult {
  /** What a model is shown of it: the output of the tool as one line of JSON, each passage with its label. */
  readonly text: string;
  /** Passages that were found. */
  readonly results: number;
  /** Why there are none, where it failed. */
  readonly error?: string;
}

/** The tool within one run, with the run's own labels. */
export interface RunSearch {
  /** As a model is offered it. */
  readonly tool: ModelTool;
  execute(input: unknown, options?: CallOptions): Promise<SearchResult>;
  /** Labels of what was found so far, each once. */
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

/** What a model needs of a passage beside the passage; one without a label cannot be cited. */
function namesOf(passage: Passage | undefined): object {
  if (passage === undefined) return {};
  const { label, chunk } = passage;
  return { ...(label === '' ? {} : { label }), page: chunk.title, ...(chunk.lead === '' ? {} : { lead: chunk.lead }) };
}

type Schema = ModelTool['inputSchema'];
const TAKEN_EVERYWHERE = ['type', 'description', 'enum', 'minimum', 'maximum', 'required'];

/**
 * The part of a JSON Schema that every service takes: some refuse a whole request for a keyword that they do not know. What is left out is
 * checked when the tool is called.
 */
function plainSchema(schema: object): Schema {
  const { anyOf, properties, items, ...rest } = schema as Readonly<Record<string, unknown>>;
  const branch = Array.isArray(anyOf) ? (anyOf as readonly object[]).find((each) => !isNull(each)) : undefined;
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

function isNull(schema: object): boolean {
  return 'type' in schema && schema.type === 'null';
}
