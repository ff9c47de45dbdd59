import type { Answer, Conversations } from '@ibid/core/types';
import {
  keptPassage,
  listedPassages,
  shownText,
  type AskRequest,
  type FinishedRun,
  type WireContext,
} from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';

/** A conversation in which a turn is open: no other turn can start until it is released. */
export type OpenConversation = Extract<Awaited<ReturnType<Conversations['begin']>>, { kind: 'ready' }>['conversation'];

const DEFAULT_MAX_TOKENS = 1_500;

/** Saves a turn of a conversation. Takes no abort signal: the answer is complete by then and must be saved. */
export function recordTurn(
  { agent }: AppOptions,
  conversation: OpenConversation,
  { question, conversation: wanted }: AskRequest,
  { answer, passages }: FinishedRun,
  context: WireContext,
): Promise<void> {
  const listed = listedPassages(passages, question.retrieval?.limit, answer.citations);
  const turn = {
    userInput: question.text,
    passages: listed.map((passage) => keptPassage(passage, context)),
    response: shownText(answer, 'chunk'),
    toolCalls: answer.model?.toolCalls ?? [],
    contextUsed: question.selection?.text ?? '',
  };
  const settings = {
    modelName: modelNameOf(answer) ?? agent?.modelName ?? answer.answerer,
    maxTokens: agent?.maxTokens ?? DEFAULT_MAX_TOKENS,
    systemPrompt: agent?.systemPrompt ?? '',
    retrievalEnabled: agent?.retrievalEnabled ?? true,
    ...wanted!.settings,
  };
  return conversation.append(turn, settings, {});
}

/** Returns the model that worded the answer, which may be a cheaper fallback. `undefined` if none did. */
function modelNameOf({ model, answerer }: Answer): string | undefined {
  if (model === undefined) return undefined;
  const worded = model.calls.findLast(({ purpose, fault }) => purpose === 'answer' && fault === undefined);
  return worded?.model ?? (model.fault === undefined ? undefined : answerer);
}
