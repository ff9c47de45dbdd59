import {
  answerInput,
  answerInstructions,
  modelFault,
  type Brief,
  type DraftEvent,
  type DraftPiece,
  type Payer,
} from '@ibid/core';
import { guardedModel } from '../models/guarded-model.ts';
import { loadAgents } from '../models/load-agents.ts';
import { MODEL_DEADLINES } from '../models/model-deadlines.ts';
import type { ModelReply } from '../models/model-reply.ts';
import type { Models } from '../models/open-models.ts';
import type { AgentOptions } from './agent.ts';
import { agentTool } from './agent-tool.ts';
import { answerConfidence } from './answer-confidence.ts';
import { runSearch, type RunSearch } from './run-search.ts';
import { turnReader, type TurnReader } from './turn-reader.ts';

export interface ModelDraft extends AgentOptions {
  readonly payer: Payer;
  readonly signal: AbortSignal;
  readonly emit: (event: DraftEvent) => void;
}

type DraftEnd = Extract<DraftEvent, { readonly type: 'draft-end' }>;

const MAX_CALLS = 4;
const MAX_SEARCHES = 3;
/** Failed calls of one answer that another one may follow. */
const MAX_REPEATS = 1;
const MAX_CHARACTERS = 16_000;
const SEARCHES_AT_ONCE = 2;

/** Drafts one answer; gives its end, all before went to `emit`. */
export async function draftWithModel(brief: Brief, options: ModelDraft): Promise<DraftEnd> {
  const { models, configuration, payer, signal, emit, confidence = answerConfidence } = options;
  const search = searchOf(brief, options);
  const given = brief.passages.map(({ label }) => label);
  const said = new Set<string>();
  let earlier: ReadonlySet<string> = new Set();
  let turn: TurnReader | undefined;
  let hasDeclined = false;

  function propose({ kind, text, labels, language }: DraftPiece): void {
    const key = `${kind}\n${text}`;
    // After a search many models begin again.
    if (earlier.has(key)) return;
    said.add(key);
    const cited = labels.length > 0 ? labels : [...new Set([...given, ...(search?.labels() ?? [])])];
    emit({ type: 'statement-proposed', kind, text, evidence: cited.map((label) => ({ label })), side: 0, language });
  }

  const library = await loadAgents();
  const run = models.begin({
    purpose: 'answer',
    payer,
    signal,
    temperature: brief.question.temperature ?? 0,
    maxTokens: configuration.maxTokens,
    maxCalls: MAX_CALLS - brief.modelCalls,
    maxRepeats: MAX_REPEATS,
    maxSearches: search === undefined ? 0 : MAX_SEARCHES,
    maxCharacters: MAX_CHARACTERS,
    ...MODEL_DEADLINES,
    ...options.deadlines,
    plainInstructions: answerInstructions({ systemPrompt: configuration.systemPrompt, searches: false }),
    onText: (text) => turn?.feed(text),
    onCall: (call) => emit({ type: 'model-call', call }),
  });

  const reply: Models['reply'] = async (of, request): Promise<ModelReply> => {
    const now = turnReader(of.callsLeft > 1 && of.searchesLeft > 0, propose);
    earlier = new Set(said);
    turn = now;
    try {
      const whole = await models.reply(of, request);
      hasDeclined = now.end(whole.calls.length > 0);
      return whole;
    } catch (error) {
      now.abandon();
      throw error;
    }
  };

  const model = guardedModel({ reply }, run, library);
  const { Agent, Runner } = library;
  const tools = search === undefined ? [] : [agentTool(search, signal, library)];
  const instructions = answerInstructions({
    systemPrompt: configuration.systemPrompt,
    searches: tools.length > 0,
  });
  const runner = new Runner({
    modelProvider: { getModel: () => model },
    tracingDisabled: true,
    traceIncludeSensitiveData: false,
    toolNotFoundBehavior: 'return_error_to_model',
    toolExecution: { maxFunctionToolConcurrency: SEARCHES_AT_ONCE },
  });
  await runner.run(new Agent({ name: 'ibid', instructions, model, tools }), answerInput(brief), {
    maxTurns: MAX_CALLS,
    signal,
  });
  const isAnswered = said.size > 0;
  if (!isAnswered && !hasDeclined) throw modelFault('unusable', 'The model wrote nothing that is an answer.');
  return endOf(brief, isAnswered, confidence(brief, isAnswered));
}

/** Where the answer may come from given passages alone there is nothing to search (R14). */
function searchOf(brief: Brief, { models, searchTool, configuration }: AgentOptions): RunSearch | undefined {
  const { question, search } = brief;
  const isConfined = question.selection !== undefined || question.supplied !== undefined;
  if (isConfined || !configuration.retrievalEnabled || !models.takesTools) return undefined;
  if (search === undefined || searchTool === undefined) return undefined;
  return runSearch(search, searchTool, question.retrieval);
}

function endOf({ question }: Brief, isAnswered: boolean, confidence: number): DraftEnd {
  const common = { type: 'draft-end', confidence, warnings: [] } as const;
  if (isAnswered) return { ...common, outcome: 'answered', reason: 'answered' };
  return question.selection === undefined
    ? { ...common, outcome: 'insufficient', reason: 'not-in-pages' }
    : { ...common, outcome: 'refused', reason: 'not-in-selection' };
}
