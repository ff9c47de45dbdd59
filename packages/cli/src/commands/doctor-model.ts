import { contentTokens, IbidError, pathKey, settledDraft, splitSentences } from '@ibid/core';
import type { Answer, Chunk, ChunkStore, Engine, ModelUse } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { Context } from '../main.ts';
import { mayExist } from '../stores.ts';
import { modelsOf, openAnswering, type AnsweringOptions } from '../open-answering.ts';
import { openEngine, openIndex } from '../open-index.ts';
import { messageOf } from '../exit-codes.ts';
import type { Finding } from './doctor.ts';
import { pluralize } from '../terminal.ts';

const STATES = { good: 'ok', poor: 'absent', bad: 'failed' } as const;

/** Maximum number of pages to try for a test question. Pages nearest to the site root are tried first. */
const MOST_PAGES = 20;
const LONGEST = 160;

/** Tests every configured model step by step, then asks one real question about the index. The calls are billed to the owner. */
export async function* doctorModel(context: Context): AsyncGenerator<Finding> {
  const { settings, signal } = context;
  let chosen: ReturnType<typeof modelsOf>;
  try {
    chosen = modelsOf(settings);
  } catch (error) {
    return yield { part: 'model', state: 'failed', text: messageOf(error) };
  }
  if (chosen === undefined) {
    const text = 'none is configured; name one, as in `ibid doctor --model gemini/gemini-flash-latest`';
    return yield { part: 'model', state: 'failed', text };
  }
  const { checkModel } = await import('@ibid/drivers/models/check-model');
  let isFine = true;
  for (const model of chosen) {
    const checking = { now: () => performance.now(), countTokens, signal };
    for await (const { stage, state, text, milliseconds } of checkModel(model, checking)) {
      isFine &&= state !== 'bad';
      const part = `model ${stage}`;
      yield { part, state: STATES[state], text: `${text} (${milliseconds.toFixed(0)} ms)` };
    }
  }
  if (!isFine) return;
  if (!mayExist(settings.index)) {
    const text = 'no index to ask a question of; `ibid index <folder|url>` makes one';
    return yield { part: 'question', state: 'absent', text };
  }
  try {
    yield* askOne(context, chosen[0].model);
  } catch (error) {
    if (signal.aborted || IbidError.is(error, 'ABORTED')) throw error;
    yield { part: 'question', state: 'failed', text: messageOf(error) };
  }
}

async function* askOne(context: Context, preferred: string): AsyncGenerator<Finding> {
  const { settings, signal } = context;
  let trouble = '';
  const setTrouble = (error: unknown): void => {
    trouble = IbidError.is(error) ? error.message : 'an error that says nothing';
  };
  const notices: Finding[] = [];
  const onTrouble: AnsweringOptions['onTrouble'] = (error, { part }) => {
    if (part === 'prices') notices.push({ part, state: 'absent', text: messageOf(error) });
    else setTrouble(error);
  };
  await using answering = await openAnswering(settings, { onTrouble });
  yield* notices;
  await using engine = await openEngine(settings, { answering: answering.engine });
  await using store = await openIndex(settings);
  const question = await probeQuestion(store, engine, signal);
  if (question === undefined) {
    const text = 'the index has no page with words to ask about, so the model was asked no question';
    return yield { part: 'question', state: 'failed', text };
  }
  const started = performance.now();
  const since = (): string => `${(performance.now() - started).toFixed(0)} ms`;
  const ok = (part: string, text: string): Finding => ({ part, state: 'ok', text: `${text} (${since()})` });
  yield { part: 'question', state: 'ok', text: question };
  for await (const event of engine.ask({ text: question, history: [] }, { signal })) {
    if (event.type === 'retrieval-end') yield ok('passages', `${event.passages.length} found`);
    if (event.type === 'search-end') yield ok('search', `\`${event.search.text}\` added ${event.passages.length}`);
    if (event.type === 'statement-verified') yield ok('proved', event.statement.text);
    if (event.type === 'fallback-start') setTrouble(event.cause);
    if (event.type === 'run-error') {
      signal.throwIfAborted();
      yield { part: 'answer', state: 'failed', text: event.message };
    }
    if (event.type === 'run-end') {
      const { model, statements, withheld } = event.answer;
      const [state, text] = judge(event.answer, trouble, preferred);
      const figures = `${statements.length} statements proved, ${withheld} withheld, ${costOf(model)} (${since()})`;
      yield { part: 'answer', state, text: `${text}; ${figures}` };
    }
  }
}

/** Returns `ok` only if a model was asked and its answer was used. `preferred`: name of the first model that is asked. */
function judge(answer: Answer, trouble: string, preferred: string): readonly [Finding['state'], string] {
  const { answerer, model, outcome, statements, withheld } = answer;
  if (model === undefined) return ['failed', 'the model was never asked'];
  if (model.fault !== undefined) return ['failed', `the pages are quoted, for the model is ${model.fault}: ${trouble}`];
  if (withheld > 0 && (answerer.startsWith('extractive') || statements.length === 0)) {
    const text = 'the model answered, but nothing of it could be proved, so readers would be shown the pages alone';
    return ['absent', text];
  }
  if (outcome !== 'answered' || statements.length === 0) {
    const text = 'the model answered that the passages found do not say, though they hold the words of the question';
    return ['absent', text];
  }
  if (model.model !== preferred) return ['absent', `${outcome} by \`${model.model}\`: ${trouble}`];
  return ['ok', outcome];
}

function costOf(model: ModelUse | undefined): string {
  if (model === undefined) return 'no calls';
  const { calls, microCost, currency } = model;
  const input = calls.reduce((sum, call) => sum + call.inputTokens, 0);
  const output = calls.reduce((sum, call) => sum + call.outputTokens, 0);
  const tokens = `${pluralize(calls.length, 'call')}, ${input} + ${output} tokens`;
  return microCost === undefined || currency === '' ? tokens : `${tokens}, ${(microCost / 1e6).toFixed(6)} ${currency}`;
}

/**
 * Makes a question from the text of an indexed page, so that it finds passages whatever the language of the pages. Returns `undefined` if
 * no page has text, or if a search for the text of each page finds nothing.
 */
async function probeQuestion(store: ChunkStore, engine: Engine, signal: AbortSignal): Promise<string | undefined> {
  const pages: string[] = [];
  for await (const { url, chunks } of store.listPages({ signal })) if (chunks > 0) pages.push(pathKey(url));
  for (const path of pages.toSorted((a, b) => depth(a) - depth(b)).slice(0, MOST_PAGES)) {
    const page = await store.getPage(path, { signal });
    for (const words of subjects(page?.content ?? [])) {
      // The second form is the text alone, for cases where the words around it distract the search.
      for (const text of [`What do the pages say about “${words}”?`, `${words}?`]) {
        const question = { text, history: [] };
        const { passages, retrieval } = await engine.find(question, { signal });
        const isFound = passages.some(({ chunk }) => pathKey(chunk.url) === path);
        const settled = settledDraft({ question, passages, evidence: retrieval.evidence });
        if (isFound && settled === undefined) return text;
      }
    }
  }
  return undefined;
}

function depth(path: string): number {
  return path.split('/').filter(Boolean).length;
}

/** Texts that a question about a page can name: the sentence with most words, else the headings. Each is one line without a full stop. */
function subjects(chunks: readonly Chunk[]): readonly string[] {
  const spans = chunks.flatMap(({ text, spans: parts }) => parts.map((span) => ({ text, ...span })));
  const [fullest] = spans
    .filter(({ kind }) => kind === 'paragraph' || kind === 'item')
    .map(({ text, start, end }) => text.slice(start, end))
    .flatMap((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end)))
    .filter(({ length }) => length <= LONGEST)
    .toSorted((a, b) => contentTokens(b).size - contentTokens(a).size);
  return [fullest, chunks[0]?.heading, chunks[0]?.title]
    .map((text = '') => text.replace(/\s+/gu, ' ').slice(0, LONGEST).toWellFormed())
    .map((text) => text.replace(/[\s.!?:;,。！？：；，…]+$/u, ''))
    .filter((text) => text !== '');
}
