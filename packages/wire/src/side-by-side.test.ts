/** Encodes one neutral case in all dialects. Checks what each one expresses, and that everything it leaves out is declared. */
import type { Answer, AnswerEvent, Chunk, Citation, Passage } from '@ibid/core/types';
import { WORDED } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { agentDialect } from './agent/codec.ts';
import { answerDialect } from './answer/codec.ts';
import { askDialect } from './ask/codec.ts';
import type { AnswerEndpoint, Dialect, WireContext } from './dialect.ts';
import { nativeDialect } from './native/codec.ts';
import { openaiDialect } from './openai/codec.ts';
import { queryDialect } from './query/codec.ts';
import { dialects } from './registry.ts';
import { testContext } from './testing/test-context.ts';

const NOT_EXPRESSIBLE = 'not expressible';

/** Facts of the neutral case, each with a word or number that is unique in it. A dialect may be unable to express some. */
type NeutralFact =
  | 'statements'
  | 'citations'
  | 'nearest'
  | 'warnings'
  | 'selection'
  | 'history'
  | 'scope'
  | 'passages'
  | 'confidence';

const MARKS: Readonly<Record<NeutralFact, string>> = {
  statements: 'markstatements',
  citations: 'markcitations',
  nearest: 'marknearest',
  warnings: 'markwarnings',
  passages: 'markpassages',
  confidence: '0.8125',
  selection: 'markselection',
  history: 'markhistory',
  scope: 'markscope',
};

const chunk = (id: string, text: string): Chunk => ({
  id: id.repeat(64),
  url: 'https://docs.example.org/serve',
  title: 'Serve',
  heading: 'Port',
  headings: ['Port'],
  anchor: 'port',
  text,
  start: 0,
  end: text.length,
  lead: '',
  spans: [],
  marks: [],
  index: 0,
  indexInSection: 0,
  indexInPage: 1,
  chunksInPage: 2,
  tokens: 9,
  sourceFile: 'serve.md',
  locale: 'en',
  version: '',
  module: 'root',
});

const quote = `The server listens on ${MARKS.citations} 3210.`;
const passages: readonly Passage[] = [
  { label: 'p1', chunk: chunk('a', quote), score: 1, similarity: 0.75 },
  { label: 'p2', chunk: chunk('b', `Another passage, ${MARKS.passages}.`), score: 0.5, similarity: 0.5 },
];

// The branded type cannot be constructed here; encoders read only plain fields.
const citation = {
  index: 1,
  chunkId: 'a'.repeat(64),
  url: 'https://docs.example.org/serve',
  anchor: 'port',
  title: 'Serve',
  heading: 'Port',
  quote,
  start: 0,
  end: quote.length,
  similarity: 0.75,
} as unknown as Citation;

const answer: Answer = {
  outcome: 'answered',
  asked: 'Which port?',
  statements: [
    { ...WORDED, kind: 'sentence', text: 'The port is 3210.', citations: [1], side: 0, language: MARKS.statements },
    { ...WORDED, kind: 'sentence', text: 'The server listens there.', citations: [1], side: 0, language: '' },
  ],
  excerpts: [],
  closest: [],
  corrected: [],
  citations: [citation],
  message: '',
  nearest: [{ url: `https://docs.example.org/${MARKS.nearest}`, anchor: '', title: 'Start', heading: 'Start' }],
  warnings: [{ code: 'budget', text: `hits were left out, ${MARKS.warnings}` }],
  withheld: 0,
  confidence: Number(MARKS.confidence),
  answerer: 'extractive@1',
  model: undefined,
  generation: 3,
};

const events: readonly AnswerEvent[] = [
  { type: 'run-start', runId: 'run-1' },
  { type: 'retrieval-end', passages },
  { type: 'citation-verified', citation },
  ...answer.statements.map((statement): AnswerEvent => ({ type: 'statement-verified', statement })),
  { type: 'run-end', answer },
];

interface Column {
  readonly dialect: Dialect;
  /** Request bodies that express as much of a neutral request as the dialect can; no entry if it cannot express the fact. */
  readonly requests: { readonly [fact in 'scope' | 'selection' | 'history']?: unknown };
  readonly context?: Partial<WireContext>;
  /** Returns the text and its citations. */
  readonly reads: (reply: never) => readonly [text: string, cited: readonly string[]];
  /** Names of the stream's events. */
  readonly stream: readonly string[];
}

const BUNDLE_CHUNK = { chunk_id: 'a', source_url: 'https://docs.example.org/serve', content: quote };

const COLUMNS: readonly Column[] = [
  {
    dialect: nativeDialect,
    requests: {
      scope: { query: 'x', page: `/${MARKS.scope}` },
      selection: { query: 'x', selection: { text: MARKS.selection } },
      history: { query: 'x', history: [{ role: 'reader', text: MARKS.history }] },
    },
    reads: (reply: { answer: string; citations: readonly { index: number; quote: string }[] }) => [
      reply.answer,
      reply.citations.map((one) => `${one.index}: ${one.quote}`),
    ],
    stream: ['run-start', 'retrieval-end', 'citation-verified', 'statement-verified', 'statement-verified', 'run-end'],
  },
  {
    dialect: askDialect,
    requests: {
      scope: { query: 'x', source_url_constraint: `/${MARKS.scope}` },
      selection: { query: 'x', selected_text_constraint: MARKS.selection },
    },
    reads: (reply: { answer: string; citations: readonly { raw_text_snippet: string }[] }) => [
      reply.answer,
      reply.citations.map((one, index) => `${index + 1}: ${one.raw_text_snippet}`),
    ],
    stream: ['token', 'token', 'final'],
  },
  {
    dialect: agentDialect,
    requests: {
      scope: { query_text: 'x', source_url_constraint: `/${MARKS.scope}` },
      selection: { query_text: 'x', selected_text: MARKS.selection },
    },
    context: { sessionId: '0b0f3c1e-4d0e-4c8a-9f57-2f8f0c5d7a11' },
    reads: (reply: { response_text: string; citations: readonly { quotes: readonly string[] }[] }) => [
      reply.response_text,
      reply.citations.flatMap((one, index) => one.quotes.map((each) => `${index + 1}: ${each}`)),
    ],
    stream: ['token', 'token', 'final'],
  },
  {
    dialect: answerDialect,
    requests: {
      selection: {
        query: 'x',
        mode: 'selected_text_only',
        context_bundle: { status: 'success', chunks: [BUNDLE_CHUNK], selected_text: MARKS.selection },
      },
    },
    reads: (reply: { answer: string; citations: readonly { quotes: readonly string[] }[] }) => [
      reply.answer,
      reply.citations.flatMap((one, index) => one.quotes.map((each) => `${index + 1}: ${each}`)),
    ],
    stream: ['state', 'state', 'state', 'token', 'token', 'state', 'final'],
  },
  {
    dialect: queryDialect,
    requests: {
      scope: { query: 'x', filter_url: `/${MARKS.scope}` },
      selection: { query: 'x', selected_text: MARKS.selection },
    },
    reads: (reply: { answer: string; sources: readonly { quotes: readonly string[] }[] }) => [
      reply.answer,
      reply.sources.flatMap((one, index) => one.quotes.map((each) => `${index + 1}: ${each}`)),
    ],
    stream: ['token', 'token', 'final'],
  },
  {
    dialect: openaiDialect,
    requests: {
      history: {
        messages: [
          { role: 'user', content: MARKS.history },
          { role: 'user', content: 'x' },
        ],
      },
    },
    reads: (reply: {
      choices: readonly [{ message: { content: string } }];
      ibid: { citations: readonly { quote: string }[] };
    }) => [reply.choices[0].message.content, reply.ibid.citations.map((one, index) => `${index + 1}: ${one.quote}`)],
    // The role, two pieces, the end of the text, and the end of the stream.
    stream: ['message', 'message', 'message', 'message', 'message'],
  },
];

function endpointOf({ dialect }: Column): AnswerEndpoint {
  return dialect.endpoints.find((endpoint) => endpoint.kind === 'answer')!;
}

function replyOf(column: Column): unknown {
  return endpointOf(column).encodeAnswer({ answer, passages }, testContext(column.context)).body;
}

/** Returns the facts that are preserved: those of answers in the reply, those of requests in the question. */
function carried(column: Column): readonly NeutralFact[] {
  const reply = JSON.stringify(replyOf(column));
  const facts = Object.keys(MARKS) as NeutralFact[];
  return facts.filter((fact) => {
    if (fact !== 'scope' && fact !== 'selection' && fact !== 'history') return reply.includes(MARKS[fact]);
    const body = column.requests[fact];
    const decoded = endpointOf(column).decode({
      headers: new Headers(),
      query: new URLSearchParams(),
      params: {},
      body,
    });
    return decoded.kind === 'ok' && JSON.stringify(decoded.value.question).includes(MARKS[fact]);
  });
}

function table(of: (column: Column) => unknown): Record<string, unknown> {
  return Object.fromEntries(COLUMNS.map((column) => [column.dialect.name, of(column)]));
}

describe('one case in all vocabularies', () => {
  it('stands here for every vocabulary', () => {
    expect(COLUMNS.map(({ dialect }) => dialect.name)).toEqual(dialects.map(({ name }) => name));
  });

  it('is the same text, with footnotes where a vocabulary has them, for the same quotes', () => {
    const cited = [`1: ${quote}`];
    const link =
      '[[1]](https://docs.example.org/serve#port:~:text=The%20server%20listens%20on%20markcitations%203210.)';
    const source = '[Source: https://docs.example.org/serve, Section: Port]';
    expect(table((column) => column.reads(replyOf(column) as never))).toEqual({
      native: ['The port is 3210. The server listens there.', cited],
      ask: [`The port is 3210. ${source} The server listens there. ${source}`, cited],
      agent: ['The port is 3210. [1] The server listens there. [1]', cited],
      answer: ['The port is 3210. [1] The server listens there. [1]', cited],
      query: ['The port is 3210. [1] The server listens there. [1]', cited],
      openai: [`The port is 3210. ${link} The server listens there. ${link}`, cited],
    });
  });

  it('comes with each fact that a vocabulary can say', () => {
    const facts = Object.keys(MARKS) as NeutralFact[];
    const rows = facts.map((fact) => [
      fact,
      table((column) => (carried(column).includes(fact) ? 'said' : NOT_EXPRESSIBLE)),
    ]);
    expect(Object.fromEntries(rows)).toEqual({
      statements: {
        native: 'said',
        ask: NOT_EXPRESSIBLE,
        agent: NOT_EXPRESSIBLE,
        answer: NOT_EXPRESSIBLE,
        query: NOT_EXPRESSIBLE,
        openai: NOT_EXPRESSIBLE,
      },
      citations: { native: 'said', ask: 'said', agent: 'said', answer: 'said', query: 'said', openai: 'said' },
      // Without an answer, they are part of the text.
      nearest: {
        native: 'said',
        ask: NOT_EXPRESSIBLE,
        agent: NOT_EXPRESSIBLE,
        answer: NOT_EXPRESSIBLE,
        query: NOT_EXPRESSIBLE,
        openai: NOT_EXPRESSIBLE,
      },
      warnings: { native: 'said', ask: 'said', agent: 'said', answer: 'said', query: 'said', openai: 'said' },
      // Texts of passages that are not cited.
      passages: {
        native: NOT_EXPRESSIBLE,
        ask: NOT_EXPRESSIBLE,
        agent: 'said',
        answer: NOT_EXPRESSIBLE,
        query: NOT_EXPRESSIBLE,
        openai: NOT_EXPRESSIBLE,
      },
      confidence: {
        native: 'said',
        ask: NOT_EXPRESSIBLE,
        agent: NOT_EXPRESSIBLE,
        answer: NOT_EXPRESSIBLE,
        query: NOT_EXPRESSIBLE,
        openai: NOT_EXPRESSIBLE,
      },
      selection: { native: 'said', ask: 'said', agent: 'said', answer: 'said', query: 'said', openai: NOT_EXPRESSIBLE },
      // The agent dialect names a conversation instead, whose turns the server has stored.
      history: {
        native: 'said',
        ask: NOT_EXPRESSIBLE,
        agent: NOT_EXPRESSIBLE,
        answer: NOT_EXPRESSIBLE,
        query: NOT_EXPRESSIBLE,
        openai: 'said',
      },
      scope: {
        native: 'said',
        ask: 'said',
        agent: 'said',
        answer: NOT_EXPRESSIBLE,
        query: 'said',
        openai: NOT_EXPRESSIBLE,
      },
    });
  });

  it('is a stream of these events', () => {
    const streamed = table((column) => {
      const encoder = endpointOf(column).createStreamEncoder(testContext(column.context));
      const frames = events
        .flatMap((event) => encoder.encode(event))
        .join('')
        .split('\n\n')
        .slice(0, -1);
      return frames.map((frame) => /^event: (.*)$/mu.exec(frame)?.[1] ?? 'message');
    });
    expect(streamed).toEqual(table(({ stream }) => stream));
  });
});
