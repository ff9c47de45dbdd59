import { createConversations, createJobs, openFeedback } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import { memoryState } from '@ibid/drivers/state/state';
import { randomUUID } from 'node:crypto';
import type { App } from '../../call.ts';
import { testApp, type TestOptions } from '../../testing/test-app.ts';
import { KNOWN_SESSIONS } from './arbitrary-of-schema.ts';

export const OWNER_TOKEN = 'token-of-the-owner-0123456789';

const TURN = { userInput: 'Hello', passages: [], response: 'Hello.', toolCalls: [], contextUsed: '' };
const SETTINGS = {
  modelName: 'none',
  temperature: 0,
  maxTokens: 1,
  systemPrompt: '',
  retrievalEnabled: true,
  maxTurns: 50,
  scoreThreshold: 0,
  topK: 1,
};

/** Creates an app with all parts over a real engine. Indexing jobs do nothing. */
export async function fuzzApp(engine: Engine, over: Partial<TestOptions> = {}): Promise<App> {
  // The first conversations have ids that the generator uses.
  const ids = [...KNOWN_SESSIONS];
  const conversations = createConversations({
    driver: memoryState().sessions,
    now: () => new Date(),
    newId: () => ids.pop() ?? randomUUID(),
    countTokens: (text) => Math.ceil(text.length / 4),
  });
  const jobs = createJobs({
    driver: memoryState().jobs,
    run: () => new Promise(() => undefined),
    now: () => new Date(),
    sleep: () => new Promise(() => undefined),
    newId: randomUUID,
  });
  for (const _ of KNOWN_SESSIONS) {
    const begun = await conversations.begin({ id: undefined, maxTurns: 50 });
    if (begun.kind !== 'ready') throw new Error('A new conversation was not to be had.');
    using conversation = begun.conversation;
    await conversation.append(TURN, SETTINGS, {});
  }
  const feedback = openFeedback({ driver: memoryState().feedback, now: () => new Date(), most: 100 });
  return testApp({
    engine,
    conversations,
    feedback,
    ingest: { jobs, source: 'docs' },
    ownerToken: OWNER_TOKEN,
    ...over,
  });
}
