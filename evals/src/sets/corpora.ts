import type { Page } from '@ibid/core/types';
import { parsePage } from '@ibid/core/parse';
import { corpusPage } from '../corpus-page.ts';
import { readRows } from '../read-rows.ts';

/** A question that the page `url` of its own corpus answers. */
export interface LabelledQuestion {
  readonly id: string;
  readonly text: string;
  readonly url: string;
}

export interface KubernetesQuestion extends LabelledQuestion {
  readonly kind: string;
}

async function relevantUrls(folder: string, set: string, urlOf: (id: string) => string): Promise<Map<string, string>> {
  const rows = await readRows<{ qid: string; docid: string }>(folder, `${set}/qrels.jsonl`);
  return new Map(rows.map((row) => [row.qid, urlOf(row.docid)]));
}

export async function kubernetesDocs(folder: string): Promise<{ pages: Page[]; questions: KubernetesQuestion[] }> {
  const rows = await readRows<{ id: string; title: string; text: string; url: string }>(
    folder,
    'k8s-docs/corpus.jsonl',
  );
  const urls = new Map(rows.map((row) => [row.id, row.url.replace(/\/$/u, '')]));
  const pages = rows.flatMap(({ id, title, text }) => {
    const raw = { url: urls.get(id)!, format: 'markdown', body: text, title, sourceFile: id, imports: {} } as const;
    const { page } = parsePage({ ...raw, locale: 'en', version: '', module: 'root' });
    // The corpus stores titles separately, so a page without its own h1 takes the given title.
    return page === undefined ? [] : [{ ...page, title: title === '' ? page.title : title }];
  });
  const relevant = await relevantUrls(folder, 'k8s-docs', (id) => urls.get(id) ?? '');
  const queries = await readRows<{ id: string; text: string; kind: string }>(folder, 'k8s-docs/queries.jsonl');
  return { pages, questions: queries.map(({ id, text, kind }) => ({ id, text, kind, url: relevant.get(id) ?? '' })) };
}

const faqUrl = (id: string): string => `https://faq.example.org/${id}`;

export interface FaqQuestion extends LabelledQuestion {
  /** The course in which the reader asks. */
  readonly module: string;
}

export async function zoomcampFaq(folder: string): Promise<{ pages: Page[]; questions: FaqQuestion[] }> {
  const rows = await readRows<{ id: string; title: string; text: string; section: string; course: string }>(
    folder,
    'zoomcamp-faq/corpus.jsonl',
  );
  const pages = rows.map(({ id, title, text, section, course }) =>
    corpusPage({ url: faqUrl(id), title, text, heading: section, module: course }),
  );
  const relevant = await relevantUrls(folder, 'zoomcamp-faq', faqUrl);
  const queries = await readRows<{ id: string; text: string; course: string }>(folder, 'zoomcamp-faq/queries.jsonl');
  const questions = queries.map(({ id, text, course }) => ({ id, text, module: course, url: relevant.get(id) ?? '' }));
  return { pages, questions };
}

const squadUrl = (id: string): string =>
  `https://squad.example.org/${encodeURIComponent(id.replace('#', '/')).replaceAll('%2F', '/')}`;

export interface SquadQuestion extends LabelledQuestion {
  readonly answers: readonly string[];
  readonly answerable: boolean;
}

export async function squad(folder: string): Promise<{ pages: Page[]; questions: SquadQuestion[] }> {
  const rows = await readRows<{ id: string; title: string; text: string }>(folder, 'squad2-dev/corpus.jsonl');
  const pages = rows.map(({ id, title, text }) => corpusPage({ url: squadUrl(id), title, text }));
  const queries = await readRows<{
    id: string;
    text: string;
    paragraph: string;
    answers_all?: string[];
    answers: string[];
    is_impossible: boolean;
  }>(folder, 'squad2-dev/queries.jsonl');
  const questions = queries.map(({ id, text, paragraph, answers, answers_all, is_impossible }) => ({
    id,
    text,
    url: squadUrl(paragraph),
    answers: answers_all ?? answers,
    answerable: !is_impossible,
  }));
  return { pages, questions };
}

const clapUrl = (id: string): string => `https://clapnq.example.org/${id}`;

export interface ClapQuestion extends LabelledQuestion {
  readonly answerable: boolean;
  /** Sentences marked by any annotator. */
  readonly gold: readonly string[];
}

export async function clapNq(folder: string): Promise<{ pages: Page[]; questions: ClapQuestion[] }> {
  const rows = await readRows<{
    id: string;
    question: string;
    title: string;
    passage: string;
    answerable: boolean;
    selected: string[][] | null;
  }>(folder, 'clapnq-dev/examples.jsonl');
  const pages = rows.map(({ id, title, passage }) => corpusPage({ url: clapUrl(id), title, text: passage }));
  const questions = rows.map(({ id, question, answerable, selected }) => ({
    id,
    text: question,
    url: clapUrl(id),
    answerable,
    gold: [...new Set((selected ?? []).flat().map((sentence) => sentence.replace(/\s+/gu, ' ').trim()))],
  }));
  return { pages, questions };
}
