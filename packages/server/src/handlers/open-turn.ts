import type { Answer, Passage, SessionTurn, Turn } from '@ibid/core/types';
import { keptPassage, listedPassages, shownText, type AskRequest, type WireContext } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';

/** One open turn of a conversation. It locks the conversation, so no other turn can start until it is released. */
export interface OpenTurn {
  readonly sessionId: string;
  readonly history: readonly Turn[];
  /** Takes no abort signal: the answer is complete by then and must be saved. */
  record(taken: {
    readonly asked: AskRequest;
    readonly answer: Answer;
    readonly passages: readonly Passage[];
  }): Promise<void>;
  release(): void;
}

type Begun =
  | { readonly kind: 'ready'; readonly turn: OpenTurn }
  | { readonly kind: 'full'; readonly sessionId: string; readonly maxTurns: number }
  | { readonly kind: 'unknown' | 'unsupported' };

const DEFAULT_MAX_TOKENS = 1_500;

/** Opens a turn in the conversation that the request names. Returns `undefined` if it names none. */
export async function openTurn(
  options: AppOptions,
  asked: AskRequest,
  context: WireContext,
  signal: AbortSignal,
): Promise<Begun | undefined> {
  const wanted = asked.conversation;
  if (wanted === undefined) return undefined;
  if (options.conversations === undefined) return { kind: 'unsupported' };
  const begun = await options.conversations.begin({ id: wanted.id, maxTurns: wanted.maxTurns }, { signal });
  if (begun.kind === 'unknown') return begun;
  if (begun.kind === 'full') return { kind: 'full', sessionId: begun.sessionId, maxTurns: wanted.maxTurns };
  const { conversation } = begun;
  const turn: OpenTurn = {
    sessionId: conversation.id,
    history: conversation.history,
    release: () => conversation.release(),
    record: (taken) =>
      conversation.append(
        turnOf(taken, context),
        {
          modelName: modelNameOf(taken.answer) ?? options.agent?.modelName ?? taken.answer.answerer,
          maxTokens: options.agent?.maxTokens ?? DEFAULT_MAX_TOKENS,
          systemPrompt: options.agent?.systemPrompt ?? '',
          retrievalEnabled: options.agent?.retrievalEnabled ?? true,
          ...wanted.settings,
        },
        {},
      ),
  };
  return { kind: 'ready', turn };
}

/** Returns the model that worded the answer, which may be a cheaper fallback. `undefined` if none did. */
function modelNameOf({ model, answerer }: Answer): string | undefined {
  if (model === undefined) return undefined;
  const worded = model.calls.findLast(({ purpose, fault }) => purpose === 'answer' && fault === undefined);
  return worded?.model ?? (model.fault === undefined ? undefined : answerer);
}

type Taken = Parameters<OpenTurn['record']>[0];

function turnOf(
  { asked: { question }, answer, passages }: Taken,
  context: WireContext,
): Omit<SessionTurn, 'number' | 'at'> {
  return {
    userInput: question.text,
    passages: listedPassages(passages, question.retrieval?.limit, answer.citations).map((passage) =>
      keptPassage(passage, context),
    ),
    response: shownText(answer, 'chunk'),
    toolCalls: answer.model?.toolCalls ?? [],
    contextUsed: question.selection?.text ?? '',
  };
}
