import type { Page } from '@ibid/core';
import { parsePage } from '@ibid/core/parse';
import { corpusPage } from '../corpus-page.ts';
import { readRows } from '../read-rows.ts';

/** A question whose answer stands on the page `url` of its own corpus. */
export interface LabelledQuestion {
  readonly text: string;
  readonly url: string;
  readonly module?: string;
  readonly kind?: string;
}

export interface LabelledCorpus {
  readonly pages: Page[];
  readonly questions: LabelledQuestion[];
}

async function relevantUrls(folder: string, set: string, urlOf: (id: string) => string): Promise<Map<string, string>> {
  const rows = await readRows<{ qid: string; docid: string }>(folder, `${set}/qrels.jsonl`);
  return new Map(rows.map((row) => [row.qid, urlOf(row.docid)]));
}

export async function kubernetesDocs(folder: string): Promise<LabelledCorpus> {
  const rows = await readRows<{ id: string; title: string; text: string; url: string }>(folder, 'k8s-docs/corpus.jsonl');
  const urls = new Map(rows.map((row) => [row.id, row.url.replace(/\/$/u, '')]));
  const pages = rows.flatMap(({ id, title, text }) => {
    const url = urls.get(id)!;
    const raw = { url, format: 'markdown', body: text, title, sourceFile: id, imports: {}, locale: 'en', version: '', module: 'root' } as const;
    const { page } = parsePage(raw);
    // The corpus keeps titles apart from bodies, so a page without its own h1 takes the title given.
    return page === undefined ? [] : [{ ...page, title: title === '' ? page.title : title }];
  });
  const relevant = await relevantUrls(folder, 'k8s-docs', (id) => urls.get(id) ?? '');
  const queries = await readRows<{ id: string; text: string; kind: string }>(folder, 'k8s-docs/queries.jsonl');
  return { pages, questions: queries.map(({ id, text, kind }) => ({ text, kind, url: relevant.get(id) ?? '' })) };
}

export async function zoomcampFaq(folder: string): Promise<LabelledCorpus> {
  const urlOf = (id: string): string => `https://faq.example.org/${id}`;
  const rows = await readRows<{ id: string; title: string; text: string; section: string; course: string }>(folder, 'zoomcamp-faq/corpus.jsonl');
  const pages = rows.map(({ id, title, text, section, course }) => corpusPage({ url: urlOf(id), title, text, heading: section, module: course }));
  const relevant = await relevantUrls(folder, 'zoomcamp-faq', urlOf);
  const queries = await readRows<{ id: string; text: string; course: string }>(folder, 'zoomcamp-faq/queries.jsonl');
  return { pages, questions: queries.map(({ id, text, course }) => ({ text, module: course, url: relevant.get(id) ?? '' })) };
}

export interface SquadQuestion extends LabelledQuestion {
  readonly answers: readonly string[];
  readonly answerable: boolean;
}

export async function squad(folder: string): Promise<{ pages: Page[]; questions: SquadQuestion[] }> {
  const urlOf = (id: string): string => `https://squad.example.org/${encodeURIComponent(id.replace('#', '/')).replaceAll('%2F', '/')}`;
  const rows = await readRows<{ id: string; title: string; text: string }>(folder, 'squad2-dev/corpus.jsonl');
  const pages = rows.map(({ id, title, text }) => corpusPage({ url: urlOf(id), title, text }));
  const queries = await readRows<{ text: string; paragraph: string; answers_all?: string[]; answers: string[]; is_impossible: boolean }>(folder, 'squad2-dev/queries.jsonl');
  const questions = queries.map((row) => ({
    text: row.text,
    url: urlOf(row.paragraph),
    answers: row.answers_all ?? row.answers,
    answerable: !row.is_impossible,
  }));
  return { pages, questions };
}

export interface ClapQuestion extends LabelledQuestion {
  readonly answerable: boolean;
  /** Sentences that any annotator marked. */
  readonly gold: ReadonlySet<string>;
}

export async function clapNq(folder: string): Promise<{ pages: Page[]; questions: ClapQuestion[] }> {
  const rows = await readRows<{ id: string; question: string; title: string; passage: string; answerable: boolean; selected: string[][] }>(folder, 'clapnq-dev/examples.jsonl');
  const urlOf = (id: string): string => `https://clapnq.example.org/${id}`;
  const pages = rows.map(({ id, title, passage }) => corpusPage({ url: urlOf(id), title, text: passage }));
  const questions = rows.map(({ id, question, answerable, selected }) => ({
    text: question,
    url: urlOf(id),
    answerable,
    gold: new Set((selected ?? []).flat().map((sentence) => sentence.replace(/\s+/gu, ' ').trim())),
  }));
  return { pages, questions };
}
