import { sourceLine, type Brief, type CallOptions, type Passage, type RetrievalLimits } from '@ibid/core';
import type { MakeSearchTool, SearchTool } from './search-tool.ts';

export interface RunSearch {
  readonly tool: Omit<SearchTool, 'execute'>;
  /** What a model is shown of a search: a line of JSON for each source, or one that says why there is none. */
  execute(input: unknown, options?: CallOptions): Promise<string>;
  /** Labels of what was found so far, each once. */
  labels(): readonly string[];
}

/**
 * A tool that searches within one run, with the run's own labels. Vectors and addresses do not leave it (R10), and it takes no selection:
 * text that a model brings would come back as a source.
 */
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
  return {
    tool: { name: tool.name, description: tool.description, parameters: withoutSelection(tool.parameters) },
    async execute(input, options) {
      const asked = isObject(input) ? without(input, SELECTION) : input;
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

const SELECTION = 'selected_text';

function withoutSelection(schema: object): object {
  const { properties } = schema as { readonly properties?: unknown };
  return isObject(properties) ? { ...schema, properties: without(properties, SELECTION) } : schema;
}

function without(object: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lineOf({ label, chunk, window }: Passage): string {
  const { title, heading, lead, text } = chunk;
  if (window !== undefined) {
    return sourceLine(label, { title, heading, text: text.slice(window.start, window.end), selected: true });
  }
  return sourceLine(label, { title, heading, text: lead === '' ? text : `${lead}\n${text}` });
}
