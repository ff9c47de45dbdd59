/**
 * Answers with a language model. The model gets the run's passages, may search for more, and writes a label after each sentence. Its text is
 * proposed piece by piece, and the gate passes the pieces that the passages support. Every failure of a model becomes a `modelFault`, so that
 * another answerer can continue.
 */
import { answerInput, answerInstructions, createDraftReader, IbidError, modelFault, settledDraft } from '@ibid/core';
import type { Answerer, AskOptions, Brief, DraftEvent, DraftPiece, Payer, ToolCall, Warning } from '@ibid/core/types';
import {
  answerStopped,
  loadClient,
  MODEL_DEADLINES,
  type ModelDeadlines,
  type ModelMessage,
  type ModelReply,
} from '../models/call-model.ts';
import type { Models } from '../models/open-models.ts';
import { argumentsOf } from '../services/json.ts';
import { type MakeSearchTool, runSearch, type RunSearch, type SearchResult } from './search-tool.ts';

export interface AgentOptions {
  readonly models: Models;
  /** `undefined` if the model answers only from the passages that the engine found. */
  readonly searchTool: MakeSearchTool | undefined;
  readonly configuration: AgentConfiguration;
  /** Default `MODEL_DEADLINES`. */
  readonly deadlines?: Partial<ModelDeadlines> | undefined;
}

export interface AgentConfiguration {
  /** Maximum tokens of each reply, at least 1. */
  readonly maxTokens: number;
  /** The owner's instructions, added to the fixed ones; `''` for none. */
  readonly systemPrompt: string;
  /** True if a model may search by itself. */
  readonly retrievalEnabled: boolean;
}

export function agentAnswerer(options: AgentOptions): Answerer {
  const { models } = options;
  // Loading takes a moment, which the first reader need not wait for.
  void loadClient().catch(() => undefined);

  async function* draft(brief: Brief, { signal, payer = {} }: AskOptions = {}): AsyncGenerator<DraftEvent> {
    const settled = settledDraft(brief);
    if (settled !== undefined) return yield settled;
    const left = new AbortController();
    const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
    let queue!: ReadableStreamDefaultController<DraftEvent>;
    const events = new ReadableStream<DraftEvent>({ start: (controller) => void (queue = controller) });
    const emit = (event: DraftEvent): void => queue.enqueue(event);
    const work = draftWithModel(brief, { ...options, payer, signal: either, emit })
      .then(emit)
      .then(
        () => undefined,
        (error: unknown) => plainError(error, either),
      )
      .finally(() => queue.close());
    try {
      // A reader who leaves must not close the queue of work that is still ending.
      yield* events.values({ preventCancel: true });
      const failure = await work;
      if (failure !== undefined) throw failure;
    } finally {
      // When the reader leaves, stop the model and wait until its reservation is settled.
      left.abort();
      await work;
    }
  }

  return { id: `agent/${models.names[0]!}`, draft };
}

function plainError(error: unknown, signal: AbortSignal): IbidError {
  if (signal.aborted || IbidError.is(error, 'ABORTED')) return answerStopped();
  if (IbidError.is(error)) return error;
  return modelFault('unavailable', `The agent failed (${error instanceof Error ? error.name : typeof error}).`);
}

interface ModelDraft extends AgentOptions {
  readonly payer: Payer;
  readonly signal: AbortSignal;
  readonly emit: (event: DraftEvent) => void;
}

/** Text of a service that ignores the token limit is cut at a sentence. */
const TOO_LONG: Warning = {
  code: 'answer_cut',
  text: 'the model wrote more than its tokens, and the rest was left out',
};

const NO_TEMPERATURE: Warning = {
  code: 'temperature_ignored',
  text: 'the model takes no temperature, so the one of the question was not used',
};

type DraftEnd = Extract<DraftEvent, { readonly type: 'draft-end' }>;

const MAX_CALLS = 4;
const MAX_SEARCHES = 3;
/** Failed calls of one answer that may be followed by another one. */
const MAX_REPEATS = 1;
const MAX_CHARACTERS = 16_000;
/** Limits for reporting refused tool calls of one reply: their number, and UTF-16 units of each input. Models may send any number and length. */
const MOST_REFUSED = 16;
const MOST_INPUT = 4_000;

/** Drafts one answer and returns its end event; all earlier events go to `emit`. */
async function draftWithModel(brief: Brief, options: ModelDraft): Promise<DraftEnd> {
  const { models, configuration, payer, signal, emit } = options;
  const search = searchOf(brief, options);
  const given = brief.passages.map(({ label }) => label);
  const proposed = new Set<string>();
  let earlier: ReadonlySet<string> = new Set();
  let turn: TurnReader | undefined;
  let tokensLeft = configuration.maxTokens;
  let isCut = false;

  function propose({ kind, text, labels, language }: DraftPiece): void {
    const key = `${kind}\n${text}`;
    // Many models start over after a search.
    if (earlier.has(key)) return;
    tokensLeft -= models.countTokens(text + labels.map((label) => `[${label}]`).join(''));
    if (tokensLeft < 0) isCut = true;
    if (isCut) return;
    proposed.add(key);
    const cited = labels.length > 0 ? labels : [...new Set([...given, ...(search?.labels() ?? [])])];
    emit({ type: 'statement-proposed', kind, text, evidence: cited.map((label) => ({ label })), side: 0, language });
  }

  function tell(call: ToolCall): void {
    emit({ type: 'tool-call', call: { ...call, input: call.input.slice(0, MOST_INPUT) } });
  }

  const { systemPrompt } = configuration;
  const run = models.begin({
    purpose: 'answer',
    payer,
    signal,
    temperature: brief.question.temperature ?? 0,
    maxTokens: configuration.maxTokens,
    callsLeft: MAX_CALLS - brief.modelCalls,
    repeatsLeft: MAX_REPEATS,
    searchesLeft: search === undefined ? 0 : MAX_SEARCHES,
    charactersLeft: MAX_CHARACTERS,
    ...MODEL_DEADLINES,
    ...options.deadlines,
    plainInstructions: answerInstructions({ systemPrompt, searches: false }),
    onText: (text) => turn?.feed(text),
    onRefusedTools(calls, why) {
      for (const { toolName: name, input } of calls.slice(0, MOST_REFUSED))
        tell({ name, input, results: 0, error: why });
    },
    onCall: (call) => emit({ type: 'model-call', call }),
  });
  const instructions = answerInstructions({ systemPrompt, searches: search !== undefined });
  const tools = search === undefined ? [] : [search.tool];
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: answerInput(brief) }] }];
  for (;;) {
    turn = turnReader(run.callsLeft > 1 && run.searchesLeft > 0, propose);
    earlier = new Set(proposed);
    let reply: ModelReply;
    try {
      reply = await models.reply(run, { instructions, messages: [...messages], tools });
    } catch (error) {
      turn.abandon();
      throw error;
    }
    const hasDeclined = turn.end(reply.calls.length > 0);
    if (search !== undefined && reply.calls.length > 0) {
      messages.push(callMessage(reply), await resultMessage(reply, search, signal, tell));
      continue;
    }
    const isAnswered = proposed.size > 0;
    if (!isAnswered && !hasDeclined) throw modelFault('unusable', 'The model wrote nothing that is an answer.');
    const end = endOf(brief, isAnswered);
    const isIgnored = brief.question.temperature !== undefined && !models.takesTemperature;
    return { ...end, warnings: [...(isCut ? [TOO_LONG] : []), ...(isIgnored ? [NO_TEMPERATURE] : [])] };
  }
}

/** The model's reply as a message for the next request, with metadata that the service needs with a call. */
function callMessage({ text, calls }: ModelReply): ModelMessage {
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ toolCallId, toolName, input, providerMetadata }) => ({
        type: 'tool-call' as const,
        toolCallId,
        // Some services reject a name or arguments in the history that are not valid for new calls.
        toolName: /^[\w-]{1,64}$/u.test(toolName) ? toolName : 'unknown',
        input: argumentsOf(input) ?? {},
        ...(providerMetadata === undefined ? {} : { providerOptions: providerMetadata }),
      })),
    ],
  };
}

/** Carries out the tool calls of a reply and reports the result of each. */
async function resultMessage(
  { calls }: ModelReply,
  search: RunSearch,
  signal: AbortSignal,
  tell: (call: ToolCall) => void,
): Promise<ModelMessage> {
  const results = calls.map(async ({ toolCallId, toolName, input }) => {
    const result = await resultOf(toolName, input, search, signal);
    const value = result.text ?? JSON.stringify({ success: false, error_message: result.error });
    return {
      result,
      part: { type: 'tool-result' as const, toolCallId, toolName, output: { type: 'text' as const, value } },
    };
  });
  const settled = await Promise.all(results);
  for (const [at, { result }] of settled.entries()) {
    const { toolName: name, input } = calls[at]!;
    const { results: count = 0, error } = result;
    tell({ name, input, results: count, ...(error === undefined ? {} : { error }) });
  }
  return { role: 'tool', content: settled.map(({ part }) => part) };
}

async function resultOf(
  toolName: string,
  input: string,
  search: RunSearch,
  signal: AbortSignal,
): Promise<Partial<SearchResult>> {
  if (toolName !== search.tool.name) return { error: `There is no such tool; there is \`${search.tool.name}\`.` };
  const asked = argumentsOf(input);
  if (asked === undefined) return { error: 'The arguments are no JSON object.' };
  return search.execute(asked, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return { error: 'The search failed.' };
  });
}

/** Returns no search if the answer may come only from given passages. */
function searchOf(brief: Brief, { models, searchTool, configuration }: AgentOptions): RunSearch | undefined {
  const { question, search } = brief;
  const isConfined = question.selection !== undefined || question.supplied !== undefined;
  if (isConfined || !configuration.retrievalEnabled || !models.takesTools) return undefined;
  if (search === undefined || searchTool === undefined) return undefined;
  return runSearch(search, searchTool);
}

function endOf({ question, evidence }: Brief, isAnswered: boolean): DraftEnd {
  // Rates how well the passages cover the question, not whether the model was right, which the gate decides.
  const covered = Math.min(1, Math.max(0, evidence.similarity));
  const common = {
    type: 'draft-end',
    confidence: isAnswered ? 0.5 + covered / 2 : 0.49 * covered,
    warnings: [],
  } as const;
  if (isAnswered) return { ...common, outcome: 'answered', reason: 'answered' };
  return question.selection === undefined
    ? { ...common, outcome: 'insufficient', reason: 'not-in-pages' }
    : { ...common, outcome: 'refused', reason: 'not-in-selection' };
}

export interface TurnReader {
  feed(text: string): void;
  /** Ends the turn. `hasCalls`: the model searches before it continues. Returns true if it declined to answer. */
  end(hasCalls: boolean): boolean;
  /** Call if the model failed midway: only complete pieces count. */
  abandon(): void;
}

/**
 * Reads one turn of a model. While the model may still search, pieces without labels are held back, because many models announce their searches.
 * A labelled piece or the end of the turn passes them on in order; a search discards them. Labelled pieces are part of the answer in any turn.
 */
export function turnReader(maySearch: boolean, pass: (piece: DraftPiece) => void): TurnReader {
  const reader = createDraftReader();
  let held: DraftPiece[] = [];

  function release(): void {
    for (const piece of held) pass(piece);
    held = [];
  }

  function take(pieces: readonly DraftPiece[]): void {
    for (const piece of pieces) {
      held.push(piece);
      if (!maySearch || piece.labels.length > 0) release();
    }
  }

  return {
    feed: (text) => take(reader.feed(text)),
    end(hasCalls) {
      const { pieces, declined } = reader.end(true);
      take(pieces);
      if (hasCalls) held = [];
      release();
      return declined && !hasCalls;
    },
    abandon() {
      take(reader.end(false).pieces);
      held = [];
    },
  };
}
