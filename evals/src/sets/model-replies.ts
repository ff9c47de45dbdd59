import { createDraftReader } from '@ibid/core';
import { gate } from '@ibid/core/evaluate';
import type { Chunk, DraftEvent, DraftPiece, Passage, Statement } from '@ibid/core/types';
import { readFileSync } from 'node:fs';
import type { EvalSet } from '../eval-set.ts';

type SpanRow = readonly [
  kind: Chunk['spans'][number]['kind'],
  start: number,
  end: number,
  group: number,
  ordinal: number,
  depth: number,
  language: string,
];

/** A reader's question, the passages that replies to it refer to, and two replies. */
interface Replied {
  readonly id: string;
  readonly question: string;
  readonly passages: readonly {
    readonly label: string;
    readonly title: string;
    readonly heading: string;
    readonly text: string;
    readonly spans: readonly SpanRow[];
  }[];
  /** Reply in the model's own words, close to the sources. */
  readonly free: string;
  /** Reply that copies whole sentences, as models are instructed to, with occasional slips. */
  readonly copied: string;
}

interface Shown {
  readonly id: string;
  readonly proposed: readonly DraftPiece[];
  readonly statements: readonly Statement[];
  readonly withheld: number;
}

/** Measures what readers see of replies written like those of a medium-sized model. */
export const modelReplies: EvalSet = {
  name: 'model-replies',
  summary:
    'Replies of a model to 30 questions over three sites: what is shown as it was written, what pages stand in for?',
  folders: [],
  async run() {
    const file = new URL('../model-replies/replies.json', import.meta.url);
    const replied = JSON.parse(readFileSync(file, 'utf8')) as readonly Replied[];
    const free = await Promise.all(replied.map((one) => shownOf(one, one.free)));
    const copied = await Promise.all(replied.map((one) => shownOf(one, one.copied)));
    return {
      metrics: { ...metricsOf('free', free), ...metricsOf('copied', copied) },
      facts: { ...factsOf('free', free), ...factsOf('copied', copied) },
      misses: [
        { title: 'free: something withheld', ids: lossy(free) },
        { title: 'copied: something withheld', ids: lossy(copied) },
      ],
      files: { 'model-replies.txt': [...free, ...copied].map(textOf).join('\n') },
      notes: [
        'The replies were written by hand after the prompt, "free" after one that asked for close wording, "copied" after the one that asks for whole sentences; the gate was then made with them at hand.',
        '"as written" counts statements whose words, but for quotation marks, are shown; "not lost" those that are shown, or that the words of a page stand in for.',
        'Passages are of fastify (MIT), docusaurus (CC BY 4.0) and the Rust book (MIT, Apache-2.0).',
      ],
    };
  },
};

async function shownOf({ id, passages: rows }: Replied, reply: string): Promise<Shown> {
  const passages = rows.map(passageOf);
  const reader = createDraftReader();
  const proposed = [...reader.feed(reply), ...reader.end(true).pieces];
  const labels = passages.map(({ label }) => label);
  const events = gate(draftOf(proposed, labels), {
    passage: (label) => passages.find((each) => each.label === label),
    maxCitations: 60,
  });
  let last = await events.next();
  while (last.done !== true) last = await events.next();
  const { statements, withheld } = last.value;
  return { id, proposed, statements, withheld };
}

/** Proposes statements like the agent: a piece without a label may be supported by any passage. */
async function* draftOf(pieces: readonly DraftPiece[], all: readonly string[]): AsyncGenerator<DraftEvent> {
  for (const { labels, ...piece } of pieces) {
    const evidence = (labels.length > 0 ? labels : all).map((label) => ({ label }));
    yield { type: 'statement-proposed', ...piece, evidence, side: 0 };
  }
  const end = { outcome: 'answered', reason: 'answered', confidence: 1, warnings: [] } as const;
  yield await Promise.resolve<DraftEvent>({ type: 'draft-end', ...end });
}

function passageOf({ label, title, heading, text, spans }: Replied['passages'][number]): Passage {
  const chunk = {
    id: label,
    url: `https://docs.example/${label}`,
    anchor: '',
    title,
    heading,
    headings: [heading],
    text,
    lead: '',
    start: 0,
    end: text.length,
    marks: [],
    spans: spans.map(([kind, start, end, group, ordinal, depth, language]) => {
      return { kind, start, end, group, ordinal, depth, language };
    }),
  };
  return { label, chunk: chunk as unknown as Chunk, score: 1, similarity: 1 };
}

const plain = (text: string): string => text.replace(/[\u2018\u2019]/gu, "'").replace(/[\u201c\u201d]/gu, '"');

function metricsOf(name: string, replies: readonly Shown[]): Readonly<Record<string, number>> {
  const proposed = replies.flatMap((reply) => reply.proposed);
  const asWritten = replies.flatMap(({ proposed: said, statements }) => {
    const shown = new Set(statements.map(({ text }) => plain(text)));
    return said.filter(({ text }) => shown.has(plain(text)));
  });
  const withheld = replies.reduce((sum, reply) => sum + reply.withheld, 0);
  const once = replies.filter(
    ({ statements }) => new Set(statements.map(({ text }) => text)).size === statements.length,
  );
  return {
    [`${name} as written`]: asWritten.length / proposed.length,
    [`${name} not lost`]: 1 - withheld / proposed.length,
    [`${name} nothing twice`]: once.length / replies.length,
  };
}

function factsOf(name: string, replies: readonly Shown[]): Readonly<Record<string, number>> {
  return {
    [`${name} statements`]: replies.reduce((sum, { proposed }) => sum + proposed.length, 0),
    [`${name} shown`]: replies.reduce((sum, { statements }) => sum + statements.length, 0),
    [`${name} withheld`]: replies.reduce((sum, { withheld }) => sum + withheld, 0),
  };
}

function lossy(replies: readonly Shown[]): readonly string[] {
  return replies.filter(({ withheld }) => withheld > 0).map(({ id }) => id);
}

function textOf({ id, statements, withheld }: Shown): string {
  return [`## ${id}, ${withheld} withheld`, ...statements.map(({ kind, text }) => `${kind}: ${text}`), ''].join('\n');
}
