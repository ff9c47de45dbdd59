import type { ModelRequest } from '@openai/agents';
import type { ResolvedModel } from './resolve-model.ts';

type SerializedTool = ModelRequest['tools'][number];

export interface RequestSettings {
  readonly temperature: number;
  readonly maxTokens: number;
  readonly hasTools: boolean;
}

/** What is sent for a request: its messages and tools, and of the settings those alone that the model takes. */
export function serviceRequest(
  { systemInstructions, input, tools }: Pick<ModelRequest, 'systemInstructions' | 'input' | 'tools'>,
  { api, quirks }: ResolvedModel,
  { temperature, maxTokens, hasTools }: RequestSettings,
): Omit<ModelRequest, 'signal'> {
  const isChat = api === 'chat';
  const providerData = {
    ...(isChat && quirks.limit === 'max_completion_tokens' ? { max_completion_tokens: maxTokens } : {}),
    ...(isChat && !quirks.asksForUsage ? { stream_options: undefined } : {}),
  };
  return {
    ...(systemInstructions === undefined ? {} : { systemInstructions }),
    input,
    tools: hasTools && quirks.tools ? tools.map(plainTool) : [],
    handoffs: [],
    outputType: 'text',
    tracing: false,
    modelSettings: {
      ...(quirks.temperature ? { temperature } : {}),
      ...(isChat && quirks.limit === 'max_completion_tokens' ? {} : { maxTokens }),
      ...(quirks.parallelToolCalls ? { parallelToolCalls: false } : {}),
      // Kept by the service unless it is told otherwise. Chat services keep nothing, and some refuse the word.
      ...(isChat ? {} : { store: false }),
      providerData,
    },
  };
}

/** Says nothing about further properties: there are services that do not know the word, and refuse all. */
function plainTool(tool: SerializedTool): SerializedTool {
  if (tool.type !== 'function') return tool;
  const { additionalProperties: _, ...parameters } = tool.parameters;
  return { ...tool, parameters } as SerializedTool;
}
