import { foldAnswer, invalidConfig, pathKey } from '@ibid/core';
import type { Answer, AnswerEvent, Engine, ModelFault } from '@ibid/core/types';
import { containsAnswer, hitAtK, mean, meanReciprocalRank, ndcgAtK } from '@ibid/core/evaluate';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { CommonFlags } from '../config.ts';
import type { Context } from '../main.ts';
import { EXIT, messageOf, type ExitCode } from '../exit-codes.ts';
import { openAnswering } from '../open-answering.ts';
import { openEngine } from '../open-index.ts';
import { plain, pluralize } from '../terminal.ts';

export interface EvalFlags extends Pick<CommonFlags, 'model'> {
  readonly file: string;
}

/** One line of a questions file, with expected pages, expected answers, or both. */
interface Case {
  readonly question: string;
  readonly relevant: ReadonlySet<string>;
  readonly answers: readonly string[];
}

interface Outcome extends Case {
  /** Distinct pages, best first. */
  readonly ranked: readonly string[];
  readonly answered: boolean;
  /** True if the answer contains an expected text; `undefined` if no answer is expected. */
  readonly right: boolean | undefined;
  readonly made: Pick<Answer, 'model' | 'withheld'>;
  /** Error message if the model failed, else `''`. */
  readonly trouble: string;
}

/** One text, several, or none. */
const texts = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => [value ?? []].flat());
const caseSchema = z.object({ question: z.string().regex(/\S/u), url: texts, answer: texts });

const SEARCHED = 20;
const WIDTH = 16;

/**
 * Measures an index with the owner's own questions: the rank of the expected pages, the share of questions answered, and the share answered
 * correctly. A model answers them only if it is named on the command line, because that costs one call or more per question. Fails if a
 * model was requested but every answer is a fallback, because the figures then say nothing about the model.
 */
export async function evaluate({ file, model: named }: EvalFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings } = context;
  const cases = await readCases(file);
  const { model: _, ...quoting } = settings;
  await using answering = await openAnswering(named === undefined ? quoting : settings, {
    onTrouble: (error) => terminal.note(messageOf(error)),
  });
  await using engine = await openEngine(settings, { answering: answering.engine, onNote: terminal.note });
  const outcomes: Outcome[] = [];
  for (const item of cases) outcomes.push(await run(engine, item, context.signal));
  const figures = summary(outcomes);
  const model = answering.model === undefined ? undefined : modelFigures(outcomes.map(({ made }) => made));
  if (terminal.json) {
    const judged = outcomes.map(({ question, ranked, relevant, answered, right, made }) => ({
      question,
      rank: ranked.findIndex((page) => relevant.has(page)) + 1,
      answered,
      right,
      ...(model === undefined ? {} : madeBy(made)),
    }));
    terminal.outJson({ ...figures, model, cases: judged });
  } else {
    const lines = [
      ...Object.entries(figures).map(([name, value]) => [name, value.toFixed(name === 'questions' ? 0 : 3)]),
      ...(model === undefined ? [] : modelLines(model, outcomes.length)),
    ];
    for (const [name = '', text] of lines) terminal.out(`${name.padEnd(WIDTH)} ${text}\n`);
    for (const { question, ranked, relevant } of outcomes) {
      if (relevant.size > 0 && hitAtK(ranked, relevant, 5) === 0) terminal.note(`missed: ${plain(question)}`);
    }
  }
  return model === undefined ? EXIT.ok : judgeModel(model, outcomes, context);
}

/** Source of an answer. `fallback` includes answers where the model's statements are followed by quotes. */
function madeBy({ model }: Outcome['made']): Readonly<Record<string, unknown>> {
  if (model === undefined) return { by: 'extracts' };
  return model.fault === undefined ? { by: 'model' } : { by: 'fallback', fault: model.fault };
}

function modelLines(model: ModelFigures, questions: number): readonly (readonly [string, string])[] {
  const { worded, fallbacks, unasked, withheld, calls, inputTokens, outputTokens, cost, currency } = model;
  const faults = Object.entries(fallbacks).map(([fault, count]) => `${count} ${fault}`);
  const fallen = questions - worded - unasked;
  return [
    ['by the model', `${worded} of ${questions}`],
    ['quoted instead', `${fallen}${fallen === 0 ? '' : ` (${faults.join(', ')})`}`],
    ['model not needed', String(unasked)],
    ['withheld', pluralize(withheld, 'statement')],
    ['tokens', `${inputTokens} in, ${outputTokens} out, in ${pluralize(calls, 'call')}`],
    ['cost', cost === undefined ? 'not known; a price is missing' : `${cost.toFixed(6)} ${currency}`],
  ];
}

function judgeModel(model: ModelFigures, outcomes: readonly Outcome[], { terminal }: Context): ExitCode {
  const fallen = outcomes.length - model.worded - model.unasked;
  const trouble = outcomes.find((outcome) => outcome.trouble !== '')?.trouble;
  const why = trouble === undefined ? '' : ` ${trouble}`;
  if (model.worded === 0) {
    terminal.problem(plain(`None of the answers came from the model, so the figures say nothing about it.${why}`));
    return EXIT.failure;
  }
  if (fallen > 0) {
    const are = fallen === 1 ? 'is' : 'are';
    terminal.note(plain(`${fallen} of ${outcomes.length} answers ${are} not of the model alone.${why}`));
  }
  return EXIT.ok;
}

async function run(engine: Engine, item: Case, signal: AbortSignal): Promise<Outcome> {
  const { question: text, answers } = item;
  const found = await engine.search({ text, limit: SEARCHED }, { signal });
  let trouble = '';
  async function* watched(): AsyncGenerator<AnswerEvent> {
    for await (const event of engine.ask({ text, history: [] }, { signal })) {
      if (event.type === 'fallback-start') trouble = event.cause === undefined ? '' : messageOf(event.cause);
      yield event;
    }
  }
  const made = await foldAnswer(watched());
  const answerText = made.statements.map((statement) => statement.text).join('\n');
  return {
    ...item,
    ranked: [...new Set(found.hits.map(({ chunk }) => pathKey(chunk.url)))],
    answered: made.outcome === 'answered',
    right: answers.length === 0 ? undefined : containsAnswer(answerText, answers),
    made,
    trouble,
  };
}

function summary(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const placed = outcomes.filter(({ relevant }) => relevant.size > 0);
  const judged = outcomes.filter(({ right }) => right !== undefined);
  const hit = (k: number): number => mean(placed.map(({ ranked, relevant }) => hitAtK(ranked, relevant, k)));
  const ranks = {
    'hit@1': hit(1),
    'hit@5': hit(5),
    'mrr@10': meanReciprocalRank(placed),
    'ndcg@10': mean(placed.map(({ ranked, relevant }) => ndcgAtK(ranked, relevant, 10))),
  };
  return {
    questions: outcomes.length,
    ...(placed.length === 0 ? {} : ranks),
    answered: mean(outcomes.map(({ answered }) => Number(answered))),
    ...(judged.length === 0 ? {} : { right: mean(judged.map(({ right }) => Number(right))) }),
  };
}

async function readCases(file: string): Promise<readonly Case[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw invalidConfig(`\`${file}\` cannot be read. Name a JSONL file of questions.`, cause);
  });
  const cases = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readCase(line, `${file}:${index + 1}`)]));
  if (cases.length === 0) throw invalidConfig(`\`${file}\` holds no questions.`);
  return cases;
}

/** `position`: the file and the number of the line, for messages. */
function readCase(line: string, position: string): Case {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalidConfig(`${position} is not valid JSON.`, cause);
  }
  const checked = caseSchema.safeParse(value);
  if (!checked.success) {
    throw invalidConfig(`${position} must be {"question": text, "url": text or list, "answer": text or list}.`);
  }
  const { question, url, answer: answers } = checked.data;
  if (url.length + answers.length === 0) {
    throw invalidConfig(`${position} needs \`url\`, \`answer\` or both; else nothing can be measured.`);
  }
  return { question, relevant: new Set(url.map(pathKey)), answers };
}

type ModelFigures = ReturnType<typeof modelFigures>;

/** Totals of a model's work over several answers. */
function modelFigures(answers: readonly Outcome['made'][]) {
  const uses = answers.flatMap(({ model }) => model ?? []);
  const calls = uses.flatMap((use) => use.calls);
  const fallbacks: Partial<Record<ModelFault, number>> = {};
  for (const { fault } of uses) if (fault !== undefined) fallbacks[fault] = (fallbacks[fault] ?? 0) + 1;
  const currency = uses.find((use) => use.currency !== '')?.currency ?? '';
  const isPriced = currency !== '' && uses.every(({ microCost }) => microCost !== undefined);
  return {
    /** Answers written only by the model, including those that say the pages have no answer. */
    worded: uses.filter(({ fault }) => fault === undefined).length,
    /** Answers that are quotes, or end with quotes, because the model failed; counted by reason. */
    fallbacks,
    /** Answers for which the model was not called, because there was nothing to ask it. */
    unasked: answers.length - uses.length,
    /** Statements that could not be proved. */
    withheld: sum(answers, ({ withheld }) => withheld),
    calls: calls.length,
    inputTokens: sum(calls, ({ inputTokens }) => inputTokens),
    outputTokens: sum(calls, ({ outputTokens }) => outputTokens),
    /** In units of `currency`; `undefined` if a model has no price. */
    cost: isPriced ? sum(uses, ({ microCost = 0 }) => microCost) / 1e6 : undefined,
    /** ISO 4217 code; `''` if no prices are known. */
    currency,
  };
}

function sum<T>(all: readonly T[], numberOf: (one: T) => number): number {
  return all.reduce((total, one) => total + numberOf(one), 0);
}
