import { sectionName } from '@ibid/client';
import type { Chunk, Hit } from '@ibid/core/types';
import { hrefTo } from '@ibid/wire';
import type { Context } from '../main.ts';
import { ensureIndex } from '../ensure-index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openEngine } from '../open-index.ts';
import { addressText, sourceFiles } from '../print/answer-printer.ts';
import { traceTable } from '../print/table-lines.ts';
import { wordsOf, wrap } from '../print/wrap.ts';
import { readQuestion, type ScopeFlags } from '../read-question.ts';
import { plain, type Terminal } from '../terminal.ts';

export interface SearchFlags extends ScopeFlags {
  readonly text: string;
  readonly source?: string;
  readonly limit?: number;
  readonly explain?: boolean;
}

const DEFAULT_LIMIT = 5;
const SNIPPET = 280;

export async function search(flags: SearchFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  const { question } = readQuestion(flags.text, flags);
  await ensureIndex(flags.source, context);
  await using engine = await openEngine(settings, { onNote: terminal.note });
  const asked = { ...question, retrieval: { limit: flags.limit ?? DEFAULT_LIMIT } };
  const { hits, status, generation, warnings } = (await engine.find(asked, { signal })).retrieval;
  if (terminal.json)
    terminal.outJson({ status, generation, warnings, hits: hits.map((hit) => toJson(hit, flags.explain)) });
  else if (flags.explain === true && hits.length > 0) terminal.out(`${traceTable(hits)}\n`);
  else {
    const chunks = hits.map(({ chunk }) => chunk);
    printHits(chunks, terminal, await sourceFiles(engine, chunks));
  }
  for (const { code, text } of warnings) if (code === 'corrected') terminal.note(`note: ${plain(text)}`);
  if (hits.length > 0) return EXIT.ok;
  terminal.note('Nothing was found.');
  return EXIT.nothingFound;
}

function printHits(chunks: readonly Chunk[], terminal: Terminal, files: ReadonlyMap<string, string>): void {
  const { color, out, width } = terminal;
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) out('\n');
    out(`${color.cyan(`${index + 1}.`)} ${color.bold(plain(sectionName(chunk)))}\n`);
    const words = chunk.spans.map(({ start, end }) => chunk.text.slice(start, end)).join(' ');
    const text = plain(words.replace(/\s+/gu, ' '));
    const snippet = text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text;
    out(`${wrap(wordsOf(snippet), width, '   ')}\n`);
    out(`   ${addressText(chunk, files, terminal)}\n`);
  }
}

function toJson(hit: Hit, traced: boolean | undefined): Record<string, unknown> {
  const { chunk, score, similarity, trace } = hit;
  return {
    chunk_id: chunk.id,
    url: chunk.url,
    anchor: chunk.anchor,
    href: hrefTo(chunk),
    title: chunk.title,
    section: chunk.heading,
    text: chunk.text,
    score,
    similarity,
    ...(traced === true ? { trace } : {}),
  };
}
