import type { AgentsLibrary } from '../models/load-agents.ts';
import { plainSchema } from './plain-schema.ts';
import type { RunSearch } from './run-search.ts';

/** A search as the agents library wants a tool. */
export function agentTool(
  { tool, execute }: RunSearch,
  signal: AbortSignal,
  library: AgentsLibrary,
): ReturnType<AgentsLibrary['tool']> {
  const { properties = {}, required = [] } = plainSchema(tool.parameters);
  return library.tool({
    name: tool.name,
    description: tool.description,
    parameters: {
      type: 'object',
      properties: properties as Record<string, object>,
      required: required as string[],
      additionalProperties: true,
    },
    strict: false,
    execute: (input: unknown) => execute(input, { signal }),
    errorFunction: () => JSON.stringify({ error: 'The search failed.' }),
  });
}
