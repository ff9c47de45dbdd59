import { sectionName } from '@ibid/client';
import type { Hit } from '@ibid/core/types';
import { hrefTo } from '@ibid/wire';
import type { Context } from '../main.ts';
import { ensureIndex } from '../ensure-index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openEngine } from '../open-index.ts';
import { traceTable } from '../print/table-lines.ts';
import { wordsOf, wrap } from '../print/wrap.ts';
import { readQuestion, type ScopeFlags } from '../read-question.ts';
import { plain } from '../terminal.ts';

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
  const where = question.where === undefined ? {} : { where: question.where };
  const request = { text: question.text, limit: flags.limit ?? DEFAULT_LIMIT, ...where };
  const { hits, status, generation } = await engine.search(request, { signal });
  if (terminal.json) terminal.outJson({ status, generation, hits: hits.map((hit) => toJson(hit, flags.explain)) });
  else if (flags.explain === true && hits.length > 0) terminal.out(`${traceTable(hits)}\n`);
  else printHits(hits, context);
  if (hits.length > 0) return EXIT.ok;
  terminal.note('Nothing was found.');
  return EXIT.nothingFound;
}

function printHits(hits: readonly Hit[], { terminal }: Context): void {
  const { color, out, width } = terminal;
  for (const [index, { chunk }] of hits.entries()) {
    if (index > 0) out('\n');
    out(`${color.cyan(`${index + 1}.`)} ${color.bold(plain(sectionName(chunk)))}\n`);
    const words = chunk.spans.map(({ start, end }) => chunk.text.slice(start, end)).join(' ');
    const text = plain(words.replace(/\s+/gu, ' '));
    const snippet = text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text;
    out(`${wrap(wordsOf(snippet), width, '   ')}\n`);
    out(`   ${terminal.link(color.underline(plain(hrefTo(chunk))), hrefTo(chunk))}\n`);
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
