import type { ModelRequest } from '@openai/agents';
import { callFailure, type CallFailure } from './call-failure.ts';
import { isJson } from './is-json.ts';
import { isRecord } from './is-record.ts';
import type { ModelReply, ToolCall } from './model-reply.ts';
import type { ModelRun } from './model-run.ts';

export interface ToolCallContext {
  readonly run: ModelRun;
  readonly request: Pick<ModelRequest, 'tools'>;
  readonly hasTools: boolean;
  readonly id: string;
}

/**
 * The reply with the tool calls that may be carried out: as many as are left, each with an id of its own. Of one that nobody can carry out, an
 * unknown tool or arguments that are no JSON, the model is told once; the next one ends the run, and so does one that was not offered.
 */
export function checkToolCalls(
  reply: ModelReply,
  { run, request, hasTools, id }: ToolCallContext,
): ModelReply | CallFailure {
  if (reply.calls.length === 0) return reply;
  if (!hasTools) return callFailure('unusable', `${id} called a tool that was not offered.`, { countsAgainst: false });
  const offered = new Set(request.tools.map((tool) => tool.name));
  const isBroken = (call: ToolCall): boolean => !offered.has(call.name) || !isObject(call.arguments);
  const calls = reply.calls.slice(0, run.searchesLeft);
  run.searchesLeft -= calls.length;
  if (calls.some(isBroken) && run.mistakesLeft-- <= 0) {
    return callFailure('unusable', `${id} does not know how to call a tool.`, { countsAgainst: false });
  }
  return { ...reply, calls: calls.map((call) => repeatable(call, freshId(call.id, run.toolCallIds))) };
}

/** As it may stand in the next request: there are services that refuse a name or arguments that they would not take as new ones. */
function repeatable(call: ToolCall, id: string): ToolCall {
  const name = /^[\w-]{1,64}$/u.test(call.name) ? call.name : 'unknown';
  return { ...call, id, name, arguments: isObject(call.arguments) ? call.arguments : '{}' };
}

function isObject(text: string): boolean {
  return isJson(text) && isRecord(JSON.parse(text));
}

/** Nine letters and digits where a new one is needed: that suits the services that are strict about ids. */
function freshId(given: string, taken: Set<string>): string {
  const id = given === '' || taken.has(given) ? `call${String(taken.size).padStart(5, '0')}` : given;
  taken.add(id);
  return id;
}
