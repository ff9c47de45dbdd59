import { memoryState } from '@ibid/drivers/state/state';
import { SETTINGS, sessionIdOf } from '@ibid/testkit';
import type { SessionDriver } from '../types/session.ts';
import type { Conversation } from './conversation.ts';
import { createConversations, type ConversationLimits, type Conversations } from './create-conversations.ts';

export interface Clock {
  now: number;
}

export interface ConversationsPlace {
  readonly conversations: Conversations;
  readonly clock: Clock;
}

export const HOUR_MS = 3_600_000;

/** Uses the given driver, ids from `sessionIdOf(1)` on, a clock that only the test moves, and one token per word. */
export async function conversationsPlace(
  own: { readonly driver?: SessionDriver; readonly limits?: ConversationLimits; readonly newId?: () => string } = {},
): Promise<ConversationsPlace> {
  const { driver = memoryState().sessions, limits = {} } = own;
  const clock = { now: Date.UTC(2026, 5, 1) };
  let ids = 0;
  const conversations = createConversations({
    driver,
    now: () => new Date(clock.now),
    newId: own.newId ?? (() => sessionIdOf(++ids)),
    countTokens: (text) => text.split(/\s+/).filter((word) => word !== '').length,
    limits,
  });
  return { conversations, clock };
}

/** Begins a conversation and throws unless it is `ready`. */
export async function beginReady(
  conversations: Conversations,
  id?: string,
  options?: { readonly signal?: AbortSignal; readonly maxTurns?: number },
): Promise<Conversation> {
  const { signal, maxTurns = 10 } = options ?? {};
  const beginning = await conversations.begin({ id, maxTurns }, signal === undefined ? undefined : { signal });
  if (beginning.kind !== 'ready') throw new TypeError(`the session is ${beginning.kind}`);
  return beginning.conversation;
}

export async function appendWords(conversation: Conversation, question: string, answer: string): Promise<void> {
  const turn = { userInput: question, response: answer, passages: [], toolCalls: [], contextUsed: '' };
  await conversation.append(turn, SETTINGS, {});
}

/** Runs one whole request and returns the session's id. */
export async function takeTurn(
  conversations: Conversations,
  id: string | undefined,
  question = 'question',
  answer = 'answer',
): Promise<string> {
  using conversation = await beginReady(conversations, id);
  await appendWords(conversation, question, answer);
  return conversation.id;
}
