import type { CallMessage, ParsedCall, ToolResult } from '../parsed-call.ts';

export const SOURCES = [
  {
    label: 'p1',
    text: 'A topic is a named bus over which nodes exchange messages. However, a publisher (the sender) does not know its subscribers. Queues hold 10 messages by default.',
  },
  {
    label: 'p2',
    text: '# Services\n- A service answers each request exactly once.\n- Clients wait for the answer.\n\nServices should return within 5 seconds.',
  },
] as const;

/** A call as the agent makes it: rules, then sources, history and question as lines of JSON. */
export function sketchCall(
  question: string,
  options: {
    readonly sources?: readonly { readonly label: string; readonly text: string }[];
    readonly history?: readonly { readonly role: string; readonly text: string }[];
    readonly toolResults?: readonly ToolResult[];
    readonly tools?: readonly string[];
    readonly index?: number;
  } = {},
): ParsedCall {
  const { sources = SOURCES, history = [], toolResults = [], tools = [], index = 0 } = options;
  const lines = [
    'SOURCES',
    ...sources.map((source) => JSON.stringify(source)),
    ...(history.length === 0 ? [] : ['', 'HISTORY', ...history.map((turn) => JSON.stringify(turn))]),
    '',
    'QUESTION',
    JSON.stringify({ question }),
  ];
  const messages: readonly CallMessage[] = [
    { role: 'system', text: 'You answer from the sources alone. SECRET-RULE-17.' },
    { role: 'user', text: lines.join('\n') },
    ...toolResults.map(({ text }): CallMessage => ({ role: 'tool', text })),
  ];
  return {
    index,
    api: 'chat',
    model: 'test-model',
    messages,
    tools: tools.map((name) => ({ name, description: '', parameters: {} })),
    toolResults,
    temperature: 0,
    maxTokens: undefined,
    stream: true,
    includeUsage: true,
    inputTokens: 100,
    body: {},
  };
}
