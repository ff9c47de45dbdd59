import type { AgentOutputItem, Model, ModelRequest, ModelResponse, StreamEvent } from '@openai/agents';
import type { AgentsLibrary } from './load-agents.ts';
import type { ModelReply } from './model-reply.ts';
import type { ModelRun } from './model-run.ts';
import type { Models } from './open-models.ts';

/**
 * The models as the agents library wants one. Its settings are not used, and its tracing gets nothing: `run` says what may be spent, and gets
 * the text while it is written. The library drops what it has queued when a stream fails, so it is given whole replies alone.
 */
export function guardedModel(models: Pick<Models, 'reply'>, run: ModelRun, { Usage }: AgentsLibrary): Model {
  const respond = async ({ systemInstructions, input, tools }: ModelRequest): Promise<ModelResponse> => {
    const asked = { ...(systemInstructions === undefined ? {} : { systemInstructions }), input, tools };
    return { usage: new Usage(), output: outputOf(await models.reply(run, asked)) };
  };
  return {
    getResponse: respond,
    async *getStreamedResponse(request): AsyncGenerator<StreamEvent> {
      const { output } = await respond(request);
      const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
      yield { type: 'response_done', response: { id: 'reply', usage, output } } as StreamEvent;
    },
  };
}

function outputOf({ text, calls }: ModelReply): AgentOutputItem[] {
  const message: AgentOutputItem[] =
    text === ''
      ? []
      : [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }];
  return [
    ...message,
    ...calls.map(({ id, name, arguments: written, extra }): AgentOutputItem => ({
      type: 'function_call',
      callId: id,
      name,
      arguments: written,
      status: 'completed',
      ...(extra === undefined ? {} : { providerData: { ...extra } }),
    })),
  ];
}
