import type { Warning } from '@ibid/core/types';
import type { ServedModel } from './served-model-fixture.ts';
import { PUMP_QUESTION, PUMP_SELECTION, PUMP_TRUTH } from './pump-pages-fixture.ts';

/** What a client makes of a reply, whichever vocabulary it speaks. */
export interface ShownReply {
  readonly text: string;
  readonly quotes: readonly string[];
  readonly isAnswered: boolean;
  /** That a model has failed. */
  readonly isTold: boolean;
  /** Events after which nothing may come; 1 for a reply that is no stream. */
  readonly ends: number;
  /** What a stream showed before its end; the text itself for a reply that is none. */
  readonly grown: string;
}

export interface Way {
  readonly path: string;
  readonly request: (served: ServedModel) => Promise<object> | object;
  readonly read: (body: Body) => Pick<ShownReply, 'text' | 'quotes' | 'isAnswered' | 'isTold'>;
}

interface Body {
  readonly answer: string;
  readonly response_text: string;
  readonly outcome: string;
  readonly status: string;
  readonly message: string | null;
  readonly warnings: readonly (string | Warning)[] | null;
  readonly citations: readonly {
    readonly quote: string;
    readonly quotes: readonly string[];
    readonly raw_text_snippet: string;
  }[];
  readonly sources: readonly { readonly quotes: readonly string[] }[];
  readonly statements: readonly { readonly text: string }[];
  readonly model: { readonly fault: string | null } | null;
  readonly text: string;
}

const query = (): object => ({ query: PUMP_QUESTION });
const isMessage = ({ message }: Body): boolean => /\bmodel\b/u.test(message ?? '');
const isWarning = ({ warnings }: Body): boolean =>
  warnings?.some((warning) => (typeof warning === 'string' ? warning : warning.code).startsWith('model_')) ?? false;

const native = (path: string): Way => ({
  path,
  request: query,
  read: (body) => ({
    text: body.answer,
    quotes: body.citations.map(({ quote }) => quote),
    isAnswered: body.outcome === 'answered',
    isTold: isMessage(body) && isWarning(body) && typeof body.model?.fault === 'string',
  }),
});

const ask = (path: string): Way => ({
  path,
  request: query,
  read: (body) => ({
    text: body.answer,
    quotes: body.citations.map(({ raw_text_snippet }) => raw_text_snippet),
    isAnswered: body.citations.length > 0,
    isTold: isMessage(body),
  }),
});

const agent = (path: string): Way => ({
  path,
  request: () => ({ query_text: PUMP_QUESTION, score_threshold: 0 }),
  read: (body) => ({
    text: body.response_text,
    quotes: body.citations.flatMap(({ quotes }) => quotes),
    isAnswered: body.status === 'answered',
    isTold: isWarning(body),
  }),
});

const answer = (path: string): Way => ({
  path,
  async request(served) {
    const context_bundle: unknown = await (await served.post('/api/retrieve', query())).json();
    return { ...query(), mode: 'global', context_bundle };
  },
  read: (body) => ({
    text: body.answer,
    quotes: body.citations.flatMap(({ quotes }) => quotes),
    isAnswered: body.status === 'answered',
    isTold: isWarning(body),
  }),
});

const book = (path: string): Way => ({
  path,
  request: query,
  read: (body) => ({
    text: body.answer,
    quotes: body.sources.flatMap(({ quotes }) => quotes),
    isAnswered: body.outcome === 'answered',
    isTold: isMessage(body) && isWarning(body),
  }),
});

/** Every way to ask, each with its stream. */
export const WAYS: readonly Way[] = [
  ...['/api/ask', '/api/ask/stream'].map(native),
  ...['/agent/ask', '/agent/ask/stream'].map(ask),
  ...['/api/agent/query', '/api/agent/query/stream'].map(agent),
  ...['/api/answer', '/api/answer/stream'].map(answer),
  ...['/query', '/query/stream'].map(book),
];

/** Ways to ask about what a reader has marked. */
export const SELECTED_WAYS: readonly Way[] = [
  { ...native('/api/ask'), request: () => ({ ...query(), selection: { text: PUMP_SELECTION } }) },
  { ...ask('/agent/ask/stream'), request: () => ({ ...query(), selected_text_constraint: PUMP_SELECTION }) },
  { ...book('/query'), request: () => ({ ...query(), selected_text: PUMP_SELECTION }) },
];

export async function shownBy(way: Way, served: ServedModel): Promise<ShownReply> {
  const response = await served.post(way.path, await way.request(served));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${way.path} answers ${response.status}: ${text}`);
  if (!way.path.endsWith('/stream')) {
    const reply = way.read(JSON.parse(text) as Body);
    return { ...reply, ends: 1, grown: reply.text };
  }
  const frames = [...text.matchAll(/^event: (.+)\ndata: (.+)\n\n/gmu)].map(([, event, data]) => ({
    event,
    data: JSON.parse(data!) as Body,
  }));
  const last = frames.at(-1);
  const reply = way.read(last!.data);
  const ends = frames.filter(({ event }) => /^(?:run-end|run-error|final|error)$/u.test(event!)).length;
  const isNative = last?.event === 'run-end';
  const grown = frames
    .filter(({ event }) => event === (isNative ? 'statement-verified' : 'token'))
    .map(({ data }) => data.text);
  const statements = last?.data.statements?.map((each) => each.text);
  const isSame = isNative ? grown.join('\n') === statements?.join('\n') : grown.join('') === reply.text;
  return { ...reply, ends, grown: isSame ? reply.text : grown.join('') };
}

/** Words of an answer that no page says: what is left of it without true sentences, footnotes and Markdown. */
export function wordsOfNobody(text: string): string {
  const longest = [...PUMP_TRUTH].sort((one, other) => other.length - one.length);
  const rest = longest.reduce((left, said) => left.replaceAll(said, ''), text);
  return rest.replaceAll(/\[\d+\]|```\w*|^\s*(?:-|\d+\.)\s/gmu, '').trim();
}
