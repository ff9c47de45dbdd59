import { createHash } from 'node:crypto';
import type { Page, Turn } from '@ibid/core/types';
import { corpusPage } from './corpus-page.ts';
import { readRows } from './read-rows.ts';

/** The last question of one conversation. */
export interface MtragTask {
  readonly id: string;
  readonly domain: string;
  /** Label in the data set: `ANSWERABLE`, `PARTIAL`, `UNANSWERABLE`, `UNDERSPECIFIED`. */
  readonly answerability: string;
  readonly question: string;
  readonly history: readonly Turn[];
  /** Pages that people marked as relevant. */
  readonly relevant: ReadonlySet<string>;
  /** Rules were developed on the seen half of the conversations; the unseen half was only scored. */
  readonly half: 'seen' | 'unseen';
}

interface Row {
  readonly id: string;
  readonly domain: string;
  readonly answerability: readonly string[];
  readonly history: readonly { readonly role: 'user' | 'agent'; readonly text: string }[];
  readonly contexts: readonly { readonly id: string; readonly title: string | null; readonly text: string }[];
}

const urlOf = (domain: string, id: string): string => `https://mtrag.example.org/${domain}/${encodeURIComponent(id)}`;

/** Depends on the conversation's id, so that all of its questions are in the same half. */
function halfOf(id: string): MtragTask['half'] {
  const conversation = id.split('<')[0]!;
  return createHash('sha256').update(conversation).digest()[0]! < 128 ? 'seen' : 'unseen';
}

/** Reads the tasks, and every passage marked by any of them as a separate page, with its domain as module. */
export async function mtragTasks(folder: string): Promise<{ pages: readonly Page[]; tasks: readonly MtragTask[] }> {
  const rows = await readRows<Row>(folder, 'mtrag-un/tasks.jsonl');
  const pages = new Map<string, Page>();
  const tasks = rows.map(({ id, domain, answerability, history, contexts }): MtragTask => {
    for (const context of contexts) {
      const url = urlOf(domain, context.id);
      pages.set(url, corpusPage({ url, title: context.title ?? '', text: context.text, module: domain }));
    }
    return {
      id,
      domain,
      answerability: answerability[0] ?? '',
      question: history.at(-1)?.text ?? '',
      history: history.slice(0, -1).map(({ role, text }) => ({ role: role === 'user' ? 'reader' : 'assistant', text })),
      relevant: new Set(contexts.map((context) => urlOf(domain, context.id))),
      half: halfOf(id),
    };
  });
  return { pages: [...pages.values()], tasks };
}
