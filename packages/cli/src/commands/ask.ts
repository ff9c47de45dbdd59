import { foldAnswer, IbidError } from '@ibid/core';
import type { AnswerEvent, Engine, Question } from '@ibid/core/types';
import { encodeReply } from '@ibid/wire';
import { randomUUID } from 'node:crypto';
import type { Context } from '../main.ts';
import { ensureIndex } from '../ensure-index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openAnswering } from '../open-answering.ts';
import { openEngine } from '../open-index.ts';
import { answerPrinter, sourceFiles } from '../print/answer-printer.ts';
import { traceTable } from '../print/table-lines.ts';
import { readQuestion, type ScopeFlags } from '../read-question.ts';
import { plain } from '../terminal.ts';

export interface AskFlags extends ScopeFlags {
  readonly question: string;
  readonly source?: string;
  readonly limit?: number;
  readonly explain?: boolean;
  readonly selection?: string;
  readonly exact?: boolean;
}

const TRACED_HITS = 8;

export async function ask(flags: AskFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  // Read before anything is indexed, so that an invalid question fails without that cost.
  const { limit: max_citations, exact, selection, page: url, section } = flags;
  // With a selection, page and section only locate the selected text; they are not filters.
  const selected = selection === undefined ? undefined : { text: selection, url, section };
  const decoded = readQuestion(flags.question, flags, { max_citations, exact, selection: selected });
  await ensureIndex(flags.source, context);
  await using answering = await openAnswering(settings, { onTrouble: (error) => terminal.note(sentenceOf(error)) });
  await using engine = await openEngine(settings, { answering: answering.engine, onNote: terminal.note });
  if (flags.explain === true) await explain(engine, decoded.question, context);
  const printer = terminal.json ? undefined : answerPrinter(terminal);
  async function* printed(): AsyncGenerator<AnswerEvent> {
    for await (const event of engine.ask(decoded.question, { signal })) {
      if (event.type === 'excerpt-start') printer?.excerpt(event.excerpt);
      if (event.type === 'citation-verified') printer?.cite(event.citation);
      if (event.type === 'statement-verified') printer?.statement(event.statement);
      if (event.type === 'fallback-start' && terminal.debug) terminal.note(sentenceOf(event.cause));
      yield event;
    }
  }
  const answer = await foldAnswer(printed());
  const links = [...answer.citations, ...answer.closest, ...answer.nearest];
  printer?.end(answer, decoded.notes, await sourceFiles(engine, links));
  if (terminal.json) terminal.outJson(encodeReply(answer, { requestId: randomUUID(), notes: decoded.notes }));
  return answer.outcome === 'answered' ? EXIT.ok : EXIT.nothingFound;
}

/** Only Ibid's own errors are shown: their messages contain no keys and no text of questions. */
function sentenceOf(error: unknown): string {
  return IbidError.is(error) ? error.message : 'The model failed.';
}

async function explain(engine: Engine, question: Question, { terminal, signal }: Context): Promise<void> {
  const { retrieval } = await engine.find({ ...question, retrieval: { limit: TRACED_HITS } }, { signal });
  terminal.problem(`${traceTable(retrieval.hits)}\n`);
  for (const { text } of retrieval.warnings) terminal.problem(`note: ${plain(text)}`);
}
