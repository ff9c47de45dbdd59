import { modelFaultOf } from '@ibid/core';
import type { Answerer, Brief, Chunk, DraftEvent, Found, ModelFault, Passage } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { ModelScript, ModelService } from '@ibid/testkit';
import type { ModelDeadlines } from '../../models/call-model.ts';
import type { KeptSpending } from '../../models/testing/kept-spending.ts';
import { modelsPlace, type ModelsPlaceOptions } from '../../models/testing/models-place.ts';
import { agentAnswerer, type AgentConfiguration } from '../agent.ts';
import type { MakeSearchTool } from '../search-tool.ts';

/** So long that a slow machine does not exceed them. */
const PATIENT: ModelDeadlines = { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 };

function chunkOf(id: string, text: string): Chunk {
  return {
    id,
    url: `https://docs.example/${id}`,
    title: 'Nodes',
    heading: 'Topics',
    headings: ['Topics'],
    anchor: 'topics',
    text,
    start: 0,
    end: text.length,
    lead: '',
    spans: [],
    index: 0,
    indexInSection: 0,
    indexInPage: 0,
    chunksInPage: 1,
    tokens: countTokens(text),
    sourceFile: `${id}.md`,
    module: 'docs',
    locale: undefined,
    version: undefined,
  } as unknown as Chunk;
}

export function passageOf(label: string, text: string): Passage {
  return { label, chunk: chunkOf(`chunk-${label}`, text), score: 1, similarity: 0.8 };
}

const PASSAGES: readonly Passage[] = [
  passageOf('p1', 'Topics are named buses over which nodes exchange messages. A service answers a request once.'),
  passageOf('p2', 'An action reports progress until it is done.'),
];

export function briefOf(more: Partial<Brief> = {}): Brief {
  return {
    question: { text: 'What are topics in ROS 2?', history: [] },
    passages: PASSAGES,
    evidence: { idf: new Map([['topic', 3]]), unknownIdf: 8, similarity: 0.7, text: 12, page: 0.5 },
    search: undefined,
    modelCalls: 0,
    ...more,
  };
}

/** A search that finds one more passage. */
export function furtherSearch(): { readonly search: NonNullable<Brief['search']>; readonly queries: string[] } {
  const queries: string[] = [];
  return {
    queries,
    async search({ text }) {
      queries.push(text);
      await Promise.resolve();
      const passages = [PASSAGES[0]!, passageOf('p3', 'A parameter is a setting of a node.')];
      return { passages, warnings: [], retrieval: {} } as unknown as Found;
    },
  };
}

export const makeSearchTool: MakeSearchTool = (find) => ({
  name: 'search_docs',
  description: 'Searches the documentation.',
  parameters: {
    type: 'object',
    properties: {
      query_text: { type: 'string', minLength: 1 },
      top_k: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
    required: ['query_text'],
  },
  async execute(input, options) {
    const text = (input as { readonly query_text?: unknown }).query_text;
    if (typeof text !== 'string') {
      return { retrieved_chunks: [], success: false, error_message: '`query_text` must be a text.' };
    }
    const { passages } = await find({ text, history: [] }, options);
    const retrieved_chunks = passages.map(({ chunk, similarity }) => ({
      chunk_id: chunk.id,
      similarity_score: similarity,
      content_text: chunk.text,
      url: chunk.url,
    }));
    return { retrieved_chunks, query_embedding: [1, 2, 3], success: true, error_message: null };
  },
});

export interface AgentPlaceOptions extends ModelsPlaceOptions {
  readonly script: ModelScript;
  readonly deadlines?: Partial<ModelDeadlines>;
  readonly configuration?: Partial<AgentConfiguration>;
  readonly searchTool?: MakeSearchTool | undefined;
}

interface AgentPlace {
  readonly service: ModelService;
  readonly agent: Answerer;
  readonly spending: KeptSpending;
}

/** An agent over one model, `model-1`, whose service follows a script; closed after the current test. */
export async function agentPlace(options: AgentPlaceOptions): Promise<AgentPlace> {
  const place = await modelsPlace([options.script], options);
  const { models, spending } = place;
  const service = place.services[0]!;
  const agent = agentAnswerer({
    models,
    searchTool: 'searchTool' in options ? options.searchTool : makeSearchTool,
    configuration: { maxTokens: 800, systemPrompt: '', retrievalEnabled: true, ...options.configuration },
    deadlines: { ...PATIENT, ...options.deadlines },
  });
  return { service, agent, spending };
}

export interface Drafted {
  readonly events: readonly DraftEvent[];
  readonly end: Extract<DraftEvent, { type: 'draft-end' }> | undefined;
  readonly texts: readonly string[];
  readonly labels: readonly (readonly string[])[];
  readonly calls: number;
  /** `undefined` if nothing was thrown. */
  readonly fault: ModelFault | undefined;
  readonly error: unknown;
}

export async function drafted(agent: Answerer, brief: Brief, signal?: AbortSignal): Promise<Drafted> {
  const events: DraftEvent[] = [];
  let error: unknown;
  try {
    for await (const event of agent.draft(brief, signal === undefined ? {} : { signal })) events.push(event);
  } catch (caught) {
    error = caught;
  }
  const said = events.filter((event) => event.type === 'statement-proposed');
  return {
    events,
    end: events.find((event) => event.type === 'draft-end'),
    texts: said.map(({ text }) => text),
    labels: said.map(({ evidence }) => evidence.map(({ label }) => label)),
    calls: events.filter(({ type }) => type === 'model-call').length,
    fault: error === undefined ? undefined : modelFaultOf(error),
    error,
  };
}
