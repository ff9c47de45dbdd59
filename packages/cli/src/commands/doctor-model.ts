import { contentTokens, IbidError, pathKey, settledDraft, splitSentences } from '@ibid/core';
import type { Answer, Chunk, ChunkStore, Engine, ModelUse } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { Context } from '../main.ts';
import { mayExist } from '../index-address.ts';
import { modelsOf, openAnswering, type AnsweringOptions } from '../open-answering.ts';
import { openEngine, openIndex } from '../open-index.ts';
import { messageOf } from '../exit-codes.ts';
import type { Finding } from './doctor.ts';
import { pluralize } from '../terminal.ts';

const STATES = { good: 'ok', poor: 'absent', bad: 'failed' } as const;

/** Maximum number of pages to try for a test question. Pages nearest to the site root are tried first. */
const MOST_PAGES = 20;
const MOST_LISTED = 2_000;
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
  const note = (error: unknown): void => {
    trouble = IbidError.is(error) ? error.message : 'an error that says nothing';
  };
  const notices: Finding[] = [];
  const onTrouble: AnsweringOptions['onTrouble'] = (error, { part }) => {
    if (part === 'prices') notices.push({ part, state: 'absent', text: messageOf(error) });
    else note(error);
  };
  await using answering = await openAnswering(settings, { onTrouble });
  yield* notices;
  await using engine = await openEngine(settings, { answering: answering.engine });
  await using store = await openIndex(settings);
  const text = await probeQuestion(store, engine, signal);
  if (text === undefined) {
    const nothing = 'the index has no page with words to ask about, so the model was asked no question';
    return yield { part: 'question', state: 'failed', text: nothing };
  }
  const started = performance.now();
  const since = (): string => `${(performance.now() - started).toFixed(0)} ms`;
  yield { part: 'question', state: 'ok', text };
  for await (const event of engine.ask({ text, history: [] }, { signal })) {
    if (event.type === 'retrieval-end') {
      yield { part: 'passages', state: 'ok', text: `${event.passages.length} found (${since()})` };
    } else if (event.type === 'search-end') {
      yield {
        part: 'search',
        state: 'ok',
        text: `\`${event.search.text}\` added ${event.passages.length} (${since()})`,
      };
    } else if (event.type === 'statement-verified') {
      yield { part: 'proved', state: 'ok', text: `${event.statement.text} (${since()})` };
    } else if (event.type === 'fallback-start') {
      note(event.cause);
    } else if (event.type === 'run-error') {
      if (signal.aborted) throw signal.reason;
      yield { part: 'answer', state: 'failed', text: event.message };
    } else if (event.type === 'run-end') {
      yield answerFinding(event.answer, { since: since(), trouble, preferred });
    }
  }
}

interface AnswerContext {
  readonly since: string;
  readonly trouble: string;
  /** Name of the first model that is asked. */
  readonly preferred: string;
}

/** Reports `ok` only if a model was asked and its answer was used. */
function answerFinding(answer: Answer, { since, trouble, preferred }: AnswerContext): Finding {
  const { answerer, model, outcome, statements, withheld } = answer;
  const figures = `${statements.length} statements proved, ${withheld} withheld, ${costOf(model)} (${since})`;
  const finding = (state: Finding['state'], text: string): Finding => ({
    part: 'answer',
    state,
    text: `${text}; ${figures}`,
  });
  if (model === undefined) return finding('failed', 'the model was never asked');
  if (model.fault !== undefined) {
    return finding('failed', `the pages are quoted, for the model is ${model.fault}: ${trouble}`);
  }
  if (withheld > 0 && (answerer.startsWith('extractive') || statements.length === 0)) {
    return finding(
      'absent',
      'the model answered, but nothing of it could be proved, so readers would be shown the pages alone',
    );
  }
  if (outcome !== 'answered' || statements.length === 0) {
    return finding(
      'absent',
      'the model answered that the passages found do not say, though they hold the words of the question',
    );
  }
  if (model.model !== preferred) return finding('absent', `${outcome} by \`${model.model}\`: ${trouble}`);
  return finding('ok', outcome);
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
export async function probeQuestion(
  store: Pick<ChunkStore, 'listPages' | 'getPage'>,
  engine: Pick<Engine, 'find'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const path of await topPages(store, signal)) {
    const page = await store.getPage(path, { signal });
    if (page === undefined) continue;
    for (const words of subjects(page.content)) {
      // The second form is the text alone, for cases where the words around it distract the search.
      for (const text of [`What do the pages say about “${words}”?`, `${words}?`]) {
        const question = { text, history: [] };
        const { passages, retrieval } = await engine.find(question, { signal });
        const isFound = passages.some(({ chunk }) => pathKey(chunk.url) === pathKey(path));
        const settled = settledDraft({ question, passages, evidence: retrieval.evidence });
        if (isFound && settled === undefined) return text;
      }
    }
  }
  return undefined;
}

async function topPages(store: Pick<ChunkStore, 'listPages'>, signal: AbortSignal): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const page of store.listPages({ signal })) {
    if (page.chunks > 0) paths.push(pathKey(page.url));
    if (paths.length === MOST_LISTED) break;
  }
  return paths.toSorted((a, b) => depth(a) - depth(b)).slice(0, MOST_PAGES);
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}

/** Texts that a question about a page can use: the best sentence, then the best run of text, then the headings. */
function subjects(chunks: readonly Chunk[]): readonly string[] {
  const texts = (isProse: boolean): readonly string[] =>
    chunks.flatMap(({ text, spans }) =>
      spans
        .filter(({ kind }) => (kind === 'paragraph' || kind === 'item') === isProse && kind !== 'image')
        .map(({ start, end }) => text.slice(start, end)),
    );
  const sentences = texts(true).flatMap((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end)));
  const found = [
    fullest(sentences.filter(({ length }) => length <= LONGEST)),
    fullest([...texts(true), ...texts(false)]),
  ];
  return [...found, chunks[0]?.heading, chunks[0]?.title].map(asSubject).filter((text) => text !== '');
}

function fullest(texts: readonly string[]): string | undefined {
  return texts
    .map((text) => ({ text, fullness: contentTokens(text).size }))
    .toSorted((a, b) => b.fullness - a.fullness)[0]?.text;
}

/** Makes one line of at most `LONGEST` characters, cut between words, without trailing punctuation. */
function asSubject(text: string = ''): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const cut = line.length <= LONGEST ? line : line.slice(0, LONGEST).replace(/(?<=\s)\S*$/u, '');
  return cut.toWellFormed().replace(/[\s.!?:;,。！？：；，…]+$/u, '');
}
