import type { Session } from '@ibid/core/types';

export const SESSION_ID = '3f2b8c1e-5a47-4d0e-9b6a-7c1d2e3f4a5b';

/** A conversation of two turns, the first about a selection. Every session field is set. */
export const session: Session = {
  id: SESSION_ID,
  createdAt: '2026-01-02T03:00:00.000Z',
  lastAccessedAt: '2026-01-02T03:04:05.678Z',
  currentTurn: 2,
  turns: [
    {
      number: 1,
      userInput: 'How much disk does it need?',
      passages: [
        {
          chunkId: '4c1608274b50436b5c567f4ddaf9d35555f65c20142fa294cec64df34050d6c6',
          url: 'https://docs.example.org/guide/install',
          anchor: 'from-npm',
          similarity: 1,
          text: 'It needs Node 24 or newer, and about 80 MB of disk.',
          sourceFile: 'guide/install.md',
          module: 'guide',
          heading: 'From npm',
          indexInPage: 1,
          chunksInPage: 3,
          tokens: 15,
          retrievedAt: '2026-01-02T03:00:00.000Z',
        },
      ],
      response: 'It needs Node 24 or newer, and about 80 MB of disk. [1]',
      at: '2026-01-02T03:00:00.000Z',
      toolCalls: [{ name: 'search_docs', input: '{"query_text":"How much disk does it need?","top_k":5}', results: 1 }],
      contextUsed: 'It needs Node 24 or newer, and about 80 MB of disk.',
    },
    {
      number: 2,
      userInput: 'What is the capital of France?',
      passages: [],
      response: 'Nothing in these pages matches the question.',
      at: '2026-01-02T03:04:05.678Z',
      toolCalls: [],
      contextUsed: '',
    },
  ],
  settings: {
    modelName: 'extractive@1',
    temperature: 0.2,
    maxTokens: 800,
    systemPrompt: 'Quote the pages.',
    retrievalEnabled: true,
    maxTurns: 20,
    scoreThreshold: 0.4,
    topK: 3,
  },
  metadata: { surface: 'panel', turns_dropped: 0, extractive: true },
};
