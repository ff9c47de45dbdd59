import { IbidError, pathKey, type Engine } from '@ibid/core';
import { containsAnswer, hitAtK, mean, meanReciprocalRank, ndcgAtK } from '@ibid/core/evaluate';
import { readFile } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openAnswering } from '../open-answering.ts';
import { openEngine } from '../open-index.ts';
import { plain } from '../terminal.ts';

/** One line of a questions file. A right page, a right answer, or both. */
interface Case {
  readonly question: string;
  readonly pages: ReadonlySet<string>;
  readonly answers: readonly string[];
}

interface Outcome {
  readonly question: string;
  /** Distinct pages, best first. */
  readonly ranked: readonly string[];
  readonly relevant: ReadonlySet<string>;
  readonly answered: boolean;
  /** Whether a right answer stands in the answer; `undefined` where none is given. */
  readonly right: boolean | undefined;
}

const SEARCHED = 20;

/** Measures an index with its owner's own questions: which pages come first, how much is answered, and how much of it right. */
export interface EvalFlags {
  /** Only where it is named for this call: a model answers every question of the file, and costs. */
  readonly model?: string;
}

export async function evaluate(file: string, flags: EvalFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings } = context;
  const cases = await readCases(file);
  const { model: _, ...quoting } = settings;
  await using answering = await openAnswering(flags.model === undefined ? quoting : settings, {
    onTrouble: (error) => terminal.note(error instanceof Error ? error.message : String(error)),
  });
  const engine = await openEngine(settings, {
    answering: answering.engine,
    onQuestionFailed: ({ message }) => terminal.note(message),
  });
  try {
    const outcomes: Outcome[] = [];
    for (const item of cases) outcomes.push(await run(engine, item, context.signal));
    const figures = summary(outcomes);
    if (terminal.json) {
      const judged = outcomes.map(({ question, ranked, relevant, answered, right }) => ({
        question,
        rank: ranked.findIndex((page) => relevant.has(page)) + 1,
        answered,
        ...(right === undefined ? {} : { right }),
      }));
      terminal.out(`${JSON.stringify({ ...figures, cases: judged }, null, 2)}\n`);
    } else {
      for (const [name, value] of Object.entries(figures)) {
        terminal.out(
          `${name.padEnd(16)} ${Number.isInteger(value) && name === 'questions' ? value : value.toFixed(3)}\n`,
        );
      }
      for (const { question, ranked, relevant } of outcomes) {
        if (relevant.size > 0 && hitAtK(ranked, relevant, 5) === 0) terminal.note(`missed: ${plain(question)}`);
      }
    }
    return EXIT.ok;
  } finally {
    await engine.close();
  }
}

async function run(engine: Engine, item: Case, signal: AbortSignal): Promise<Outcome> {
  const found = await engine.search({ text: item.question, limit: SEARCHED }, { signal });
  const ranked = [...new Set(found.hits.map(({ chunk }) => pathKey(chunk.url)))];
  let text = '';
  let answered = false;
  for await (const event of engine.ask({ text: item.question, history: [] }, { signal })) {
    if (event.type === 'run-error') throw signal.aborted ? signal.reason : new IbidError(event.code, event.message);
    if (event.type !== 'run-end') continue;
    answered = event.answer.outcome === 'answered';
    text = event.answer.statements.map((statement) => statement.text).join('\n');
  }
  const right = item.answers.length === 0 ? undefined : containsAnswer(text, item.answers);
  return { question: item.question, ranked, relevant: item.pages, answered, right };
}

function summary(outcomes: readonly Outcome[]): Record<string, number> {
  const placed = outcomes.filter(({ relevant }) => relevant.size > 0);
  const judged = outcomes.filter(({ right }) => right !== undefined);
  const hit = (k: number): number => mean(placed.map(({ ranked, relevant }) => hitAtK(ranked, relevant, k)));
  return {
    questions: outcomes.length,
    ...(placed.length === 0
      ? {}
      : {
          'hit@1': hit(1),
          'hit@5': hit(5),
          'mrr@10': meanReciprocalRank(placed),
          'ndcg@10': mean(placed.map(({ ranked, relevant }) => ndcgAtK(ranked, relevant, 10))),
        }),
    answered: mean(outcomes.map(({ answered }) => (answered ? 1 : 0))),
    ...(judged.length === 0 ? {} : { right: mean(judged.map(({ right }) => (right === true ? 1 : 0))) }),
  };
}

async function readCases(file: string): Promise<readonly Case[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new IbidError('INVALID_CONFIG', `\`${file}\` cannot be read. Name a JSONL file of questions.`, { cause });
  });
  const cases = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => readCase(line, `${file}:${number}`));
  if (cases.length === 0) throw new IbidError('INVALID_CONFIG', `\`${file}\` holds no questions.`);
  return cases;
}

function readCase(line: string, place: string): Case {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new IbidError('INVALID_CONFIG', `${place} is not valid JSON.`, { cause });
  }
  const { question, url, answer } = (value ?? {}) as Record<string, unknown>;
  const urls = texts(url);
  const answers = texts(answer);
  if (typeof question !== 'string' || question.trim() === '' || urls === undefined || answers === undefined) {
    throw new IbidError(
      'INVALID_CONFIG',
      `${place} must be {"question": text, "url": text or list, "answer": text or list}.`,
    );
  }
  if (urls.length + answers.length === 0) {
    throw new IbidError('INVALID_CONFIG', `${place} needs \`url\`, \`answer\` or both; else nothing can be measured.`);
  }
  return { question, pages: new Set(urls.map(pathKey)), answers };
}

/** `undefined` when it is neither text nor a list of texts; absent is an empty list. */
function texts(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.every((item) => typeof item === 'string') ? list : undefined;
}
