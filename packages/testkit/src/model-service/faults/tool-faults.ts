/** Calls of tools that a run cannot or should not do. */
import type { Composition } from '../composition.ts';
import { planReply } from '../plan-reply.ts';
import type { ScriptedToolCall } from '../scripted-reply.ts';
import type { FaultContext, FaultFamily, FaultMode } from './fault-mode.ts';

export type ToolFault =
  | 'unknown-tool'
  | 'nameless-tool'
  | 'broken-tool-arguments'
  | 'wrong-tool-arguments'
  | 'empty-tool-arguments'
  | 'tool-loop'
  | 'tool-flood'
  | 'text-and-tool';

const FLOOD = 64;

export const TOOL_FAULTS: FaultFamily<ToolFault> = {
  'unknown-tool': calling('Calls a tool that was not offered.', () => [
    { name: 'delete_everything', arguments: '{"path":"/"}' },
  ]),
  'nameless-tool': calling('Calls a tool whose name is empty.', () => [{ name: '', arguments: '{}' }]),
  'broken-tool-arguments': calling('Arguments that are no JSON: cut in the middle of a string.', (context) => [
    { name: toolOf(context), arguments: '{"query_text":"what are top' },
  ]),
  'wrong-tool-arguments': calling('Arguments that are JSON of the wrong types and far out of range.', (context) => [
    { name: toolOf(context), arguments: '{"query_text":{"$ne":null},"top_k":"1e9","score_threshold":-7}' },
  ]),
  'empty-tool-arguments': calling('Arguments that are an empty string.', (context) => [
    { name: toolOf(context), arguments: '' },
  ]),
  'tool-loop': calling(
    'Asks for one more search, with other words each time; given for every call it never answers.',
    (context) => [search(context, `topics again ${context.call.index}`)],
  ),
  'tool-flood': calling(`Asks for ${FLOOD} searches in one reply.`, (context) =>
    Array.from({ length: FLOOD }, (_, at) => search(context, `topics ${at}`)),
  ),
  'text-and-tool': {
    description: 'Half of the text, then a search in the same reply.',
    shows: 'part',
    steps: (context) => {
      const pieces = context.made.pieces.slice(0, Math.ceil(context.made.pieces.length / 2));
      return planReply(
        { ...context.made, text: pieces.join(''), pieces, calls: [search(context, 'topics')], finish: 'tool_calls' },
        context,
      );
    },
  },
};

function calling(description: string, calls: (context: FaultContext) => readonly ScriptedToolCall[]): FaultMode {
  return {
    description,
    shows: 'nothing',
    steps: (context) => planReply(onlyCalls(context.made, calls(context)), context),
  };
}

function onlyCalls(made: Composition, calls: readonly ScriptedToolCall[]): Composition {
  return { ...made, text: undefined, pieces: [], calls, finish: 'tool_calls' };
}

function search(context: FaultContext, query: string): ScriptedToolCall {
  return { name: toolOf(context), arguments: JSON.stringify({ query_text: query }) };
}

function toolOf({ call }: FaultContext): string {
  return call.tools[0]?.name ?? 'search_docs';
}
