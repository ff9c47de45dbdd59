import { sourceLine } from '@ibid/core';
import type { Brief, CallOptions, Found, Passage, Question, RetrievalLimits } from '@ibid/core/types';
import type { ModelTool } from '../models/model-stream.ts';
import { isRecord } from '../services/json.ts';

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
  /** In the order in which a model is to see them. */
  readonly retrieved_chunks: readonly { readonly chunk_id: string }[];
  readonly success: boolean;
  /** May be shown to a model; `null` on success. */
  readonly error_message: string | null;
}

/** Makes the tool around a search. `limits` are the question's own, where an input of the tool says nothing. */
export type MakeSearchTool = (
  find: (question: Question, options?: CallOptions) => Promise<Found>,
  limits: RetrievalLimits,
) => SearchTool;

/** The tool within one run, with the run's own labels. */
export interface RunSearch {
  /** As a model is offered it. */
  readonly tool: ModelTool;
  /** What a model is shown of a search: a line of JSON for each source, or one that says why there is none. */
  execute(input: unknown, options?: CallOptions): Promise<string>;
  /** Labels of what was found so far, each once. */
  labels(): readonly string[];
}

/** Vectors and addresses do not leave it, and it takes no selection: text that a model brings would come back as a source. */
const SELECTION = 'selected_text';

export function runSearch(
  search: NonNullable<Brief['search']>,
  makeTool: MakeSearchTool,
  limits: RetrievalLimits = {},
): RunSearch {
  const found = new Map<string, Passage>();
  const tool = makeTool(async ({ text, retrieval }, options) => {
    const result = await search({ text, ...(retrieval === undefined ? {} : { retrieval }) }, options);
    for (const passage of result.passages) found.set(passage.chunk.id, passage);
    return result;
  }, limits);
  const { [SELECTION]: _, ...properties } = plainSchema(tool.parameters).properties ?? {};
  const { name, description } = tool;
  return {
    tool: { type: 'function', name, description, inputSchema: { ...plainSchema(tool.parameters), properties } },
    async execute(input, options) {
      const { [SELECTION]: __, ...asked } = isRecord(input) ? input : {};
      const { retrieved_chunks: listed, success, error_message: message } = await tool.execute(asked, options);
      const passages = listed.map((chunk) => found.get(chunk.chunk_id)).filter((passage) => passage !== undefined);
      if (passages.length > 0) return passages.map(lineOf).join('\n');
      return JSON.stringify(
        success ? { sources: 0, note: 'No passage fits this query.' } : { error: message ?? 'The search failed.' },
      );
    },
    labels: () => [...found.values()].map(({ label }) => label),
  };
}

function lineOf({ label, chunk, window }: Passage): string {
  const { title, heading, lead, text } = chunk;
  if (window !== undefined) {
    return sourceLine(label, { title, heading, text: text.slice(window.start, window.end), selected: true });
  }
  return sourceLine(label, { title, heading, text: lead === '' ? text : `${lead}\n${text}` });
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
