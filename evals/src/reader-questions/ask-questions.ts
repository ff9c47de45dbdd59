import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, Turn } from '@ibid/core/types';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import type { EvalContext } from '../eval-context.ts';
import type { Corpus } from '../open-corpus.ts';
import { readQuestions, type Labels, type ReaderQuestion } from './labels.ts';
import { mistype } from './mistype.ts';
import { placeOf } from './placed-chunks.ts';
import { replyOf, type Reply } from './reply.ts';
import { scoreReply, type Score } from './score-reply.ts';

export interface Asked {
  readonly question: ReaderQuestion;
  readonly reply: Reply;
  readonly score: Score;
  /** Scores of the same question with one and with two typing errors; only for answerable questions without spelling errors. */
  readonly typos: readonly Score[];
}

const MOST_SLIPS = 2;
/** Sites whose configuration refers to folders that the set lacks. Their folder is indexed without the configuration. */
const WITHOUT_CONFIGURATION: ReadonlySet<string> = new Set(['docusaurus']);

/** Opens the pages of a site; indexed once per run. */
export async function openSite(context: EvalContext, labels: Labels, folder: string, site: string): Promise<Corpus> {
  const root = join(folder, labels.SITES[site]!.root);
  const address = join(context.scratch, `${site}-pages`);
  const pages = WITHOUT_CONFIGURATION.has(site) ? await apart(root, address) : root;
  const siteUrl = `https://${site}.example.org/`;
  return context.corpora.open(`reader-questions-${site}`, markdownSource({ root: pages, siteUrl }));
}

/** Asks the questions of a site; follow-ups are asked after their previous question. */
export async function askSite(
  context: EvalContext,
  labels: Labels,
  folder: string,
  { site, corpus, mistyped }: { readonly site: string; readonly corpus: Corpus; readonly mistyped: boolean },
): Promise<Asked[]> {
  const root = join(folder, labels.SITES[site]!.root);
  const questions = context.pick(await readQuestions(folder, site));
  const asked: Asked[] = [];
  for (const question of questions) {
    const history = await historyOf(context, corpus, question);
    const scored = async (text: string): Promise<{ reply: Reply; score: Score }> => {
      const answer = await context.ask(corpus, text, undefined, history);
      const reply = await replyOf(answer, corpus.store, (chunk) => placeOf(labels, site, root, chunk));
      return { reply, score: scoreReply(labels, site, question, reply) };
    };
    const typos: Score[] = [];
    if (mistyped && question.answerable && !isNotedTypo(question)) {
      for (let slips = 1; slips <= MOST_SLIPS; slips += 1) {
        const typed = mistype(question.question, slips);
        if (typed !== undefined) typos.push((await scored(typed)).score);
      }
    }
    asked.push({ question, ...(await scored(question.question)), typos });
  }
  context.progress(`asked ${asked.length} questions of ${site}`);
  return asked;
}

export function isNotedTypo({ note }: Pick<ReaderQuestion, 'note'>): boolean {
  return note?.includes('typo') ?? false;
}

/** Links the folder at an address that has no configuration file next to it. */
async function apart(folder: string, address: string): Promise<string> {
  if (!existsSync(address)) await symlink(folder, address);
  return address;
}

async function historyOf(context: EvalContext, corpus: Corpus, { previous }: ReaderQuestion): Promise<readonly Turn[]> {
  if (previous === null) return [];
  const answer = await context.ask(corpus, previous);
  return [
    { role: 'reader', text: previous },
    { role: 'assistant', text: textOf(answer) },
  ];
}

function textOf({ statements, message }: Answer): string {
  return statements.length === 0 ? message : statements.map(({ text }) => text).join('\n');
}
