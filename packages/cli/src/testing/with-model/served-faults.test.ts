import type { Warning } from '@ibid/core/types';
import type { ModelFaultMode } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inParallel, modeCase, type ModeCase } from './fault-cases.ts';
import { openFaultPlace, type FaultPlace } from './fault-run.ts';
import { PUMP_PAGES, PUMP_QUESTION, PUMP_SELECTION, PUMP_TRUTH } from './pump-pages.ts';
import { serveModel, type ServedModel } from './served-model.ts';

/** A reply as a client sees it, in any API dialect. */
interface ShownReply {
  readonly text: string;
  readonly quotes: readonly string[];
  readonly isAnswered: boolean;
  /** True if the reply reports that a model has failed. */
  readonly isTold: boolean;
  /** Number of terminal events; 1 for a reply that is not streamed. */
  readonly ends: number;
  /** Text that a stream showed before its end; for other replies, their text. */
  readonly grown: string;
}

interface Way {
  readonly path: string;
  /** Fields in which a reply reports that a model has failed. */
  readonly tells: readonly ('message' | 'warnings')[];
  readonly request?: (served: ServedModel) => Promise<object> | object;
}

/** The fields of a reply, in any dialect, that are read. */
interface Body {
  readonly answer?: string;
  readonly response_text?: string;
  readonly outcome?: string;
  readonly status?: string;
  readonly message?: string | null;
  readonly warnings?: readonly (string | Warning)[] | null;
  readonly citations?: readonly Quoting[];
  readonly sources?: readonly Quoting[];
  readonly statements?: readonly { readonly text: string }[];
  readonly text: string;
}
interface Quoting {
  readonly quote?: string;
  readonly quotes?: readonly string[];
  readonly raw_text_snippet?: string;
}

const QUERY = { query: PUMP_QUESTION };

const ASKED_WAYS: readonly Way[] = [
  { path: '/api/ask', tells: ['message', 'warnings'] },
  { path: '/agent/ask', tells: ['message'] },
  { path: '/api/agent/query', tells: ['warnings'], request: () => ({ ...QUERY, score_threshold: 0 }) },
  {
    path: '/api/answer',
    tells: ['warnings'],
    async request(served) {
      const context_bundle: unknown = await (await served.post('/api/retrieve', QUERY)).json();
      return { ...QUERY, mode: 'global', context_bundle };
    },
  },
  { path: '/query', tells: ['message', 'warnings'] },
];
/** Every way to ask, each with its stream. */
const WAYS = ASKED_WAYS.flatMap((way) => [way, { ...way, path: `${way.path}/stream` }]);

/** Ways to ask about selected text. */
const SELECTED_WAYS: readonly Way[] = [
  {
    path: '/api/ask',
    tells: ['message', 'warnings'],
    request: () => ({ ...QUERY, selection: { text: PUMP_SELECTION } }),
  },
  {
    path: '/agent/ask/stream',
    tells: ['message'],
    request: () => ({ ...QUERY, selected_text_constraint: PUMP_SELECTION }),
  },
  { path: '/query', tells: ['message', 'warnings'], request: () => ({ ...QUERY, selected_text: PUMP_SELECTION }) },
];

function read(body: Body, { tells }: Way): Pick<ShownReply, 'text' | 'quotes' | 'isAnswered' | 'isTold'> {
  const quotes = (body.sources ?? body.citations ?? []).flatMap(
    (one) => one.quotes ?? one.quote ?? one.raw_text_snippet!,
  );
  const outcome = body.outcome ?? body.status ?? (quotes.length > 0 ? 'answered' : '');
  const told = {
    message: /\bmodel\b/u.test(body.message ?? ''),
    warnings: (body.warnings ?? []).some((one) => (typeof one === 'string' ? one : one.code).startsWith('model_')),
  };
  return {
    text: body.answer ?? body.response_text ?? '',
    quotes,
    isAnswered: outcome === 'answered',
    isTold: tells.every((where) => told[where]),
  };
}

async function shownBy(way: Way, served: ServedModel): Promise<ShownReply> {
  const response = await served.post(way.path, (await way.request?.(served)) ?? QUERY);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${way.path} answers ${response.status}: ${text}`);
  if (!way.path.endsWith('/stream')) {
    const reply = read(JSON.parse(text) as Body, way);
    return { ...reply, ends: 1, grown: reply.text };
  }
  const frames = [...text.matchAll(/^event: (.+)\ndata: (.+)\n\n/gmu)].map(([, event, data]) => ({
    event,
    data: JSON.parse(data!) as Body,
  }));
  const last = frames.at(-1);
  const reply = read(last!.data, way);
  const ends = frames.filter(({ event }) => /^(?:run-end|run-error|final|error)$/u.test(event!)).length;
  const isNative = last?.event === 'run-end';
  const grown = frames
    .filter(({ event }) => event === (isNative ? 'statement-verified' : 'token'))
    .map(({ data }) => data.text);
  const statements = last?.data.statements?.map((each) => each.text);
  const isSame = isNative ? grown.join('\n') === statements?.join('\n') : grown.join('') === reply.text;
  return { ...reply, ends, grown: isSame ? reply.text : grown.join('') };
}

/** Words of an answer that no page contains: the rest without true sentences, footnotes and Markdown. */
function wordsOfNobody(text: string): string {
  const longest = [...PUMP_TRUTH].sort((one, other) => other.length - one.length);
  const rest = longest.reduce((left, said) => left.replaceAll(said, ''), text);
  return rest.replaceAll(/\[(?:\d+|Source: [^\]]+)\]|```\w*|^\s*(?:-|\d+\.)\s/gmu, '').trim();
}

const BY_WAY: readonly ModelFaultMode[] = ['cut-clean', '429', 'finish-length', 'usage-missing'];
const AT_ONCE = 8;

interface Asked extends ModeCase {
  readonly way: Way;
}

const CASES: readonly Asked[] = BY_WAY.map((fault) => modeCase(fault, 'always')).flatMap((of) =>
  WAYS.map((way) => ({ ...of, way, name: `${of.fault} ${way.path}` })),
);
/** One of each kind; the first has no effect on an answer. */
const BY_SELECTION: readonly ModelFaultMode[] = ['usage-missing', 'cut-clean', '429'];
const SELECTED: readonly Asked[] = BY_SELECTION.map((fault) => modeCase(fault, 'always')).flatMap((of) =>
  SELECTED_WAYS.map((way) => ({ ...of, way, name: `${of.fault} ${way.path} of a selection` })),
);
const PLANTED: ModeCase = { ...modeCase('finish-length', 'always'), name: 'planted' };

let place: FaultPlace;
/** Replies without a model, by path. */
let plain: ReadonlyMap<string, ShownReply>;

beforeAll(async () => {
  place = await openFaultPlace([...CASES, ...SELECTED, PLANTED]);
  await using served = await serveModel(place.extracts);
  plain = new Map(await inParallel(WAYS, WAYS.length, async (way) => [way.path, await shownBy(way, served)] as const));
});
afterAll(() => place[Symbol.asyncDispose]());

test('over HTTP, in every vocabulary, each fault shows what is proved and says that the model failed', async () => {
  const findings = await inParallel(CASES, AT_ONCE, async (of) => {
    await using engine = await place.open(of);
    await using served = await serveModel(engine.engine);
    const found = replyFindings(await shownBy(of.way, served), of);
    const [totals] = await engine.budget.totals();
    const runs = await served.metric('ibid_runs');
    return [
      ...found,
      ...(totals!.reserved.tokens === 0 ? [] : ['something stays reserved']),
      ...(runs === 0 ? [] : [`${runs} answers are still under way`]),
    ].map((finding) => `${of.name}: ${finding}`);
  });
  expect(findings.flat()).toEqual([]);
}, 120_000);

test('what is asked of a selection is answered from it alone, however the model fails', async () => {
  const findings = await inParallel(SELECTED, AT_ONCE, async (of) => {
    await using engine = await place.open(of);
    await using served = await serveModel(engine.engine);
    const { text, quotes, isAnswered, isTold } = await shownBy(of.way, served);
    const isInside = quotes.every((quote) => PUMP_SELECTION.includes(quote));
    const isTrue = !isAnswered || wordsOfNobody(text) === '';
    const isThin = of.expected.shows === 'whole' && quotes.length < 2;
    const mayBeSilent = of.expected.shows === 'whole';
    return isInside && isTrue && !isThin && (mayBeSilent ? !isTold : isTold) ? [] : [`${of.name}: ${text}`];
  });
  expect(findings.flat()).toEqual([]);
});

test('a reply that does not say that the model failed is found out (planted)', async () => {
  await using engine = await place.open(PLANTED, {
    answerer: ({ id, draft }) => ({
      id,
      async *draft(...given) {
        try {
          yield* draft(...given);
        } catch {
          yield { type: 'draft-end', outcome: 'answered', reason: 'answered', confidence: 1, warnings: [] };
        }
      },
    }),
  });
  await using served = await serveModel(engine.engine);
  const shown = await shownBy(WAYS[0]!, served);
  expect(replyFindings(shown, { ...PLANTED, way: WAYS[0]! })).toEqual(['nobody is told']);
});

function replyFindings(shown: ShownReply, { way, expected }: Asked): readonly string[] {
  const { text, quotes, isAnswered, isTold, ends, grown } = shown;
  const found: string[] = [];
  if (ends !== 1) found.push(`${ends} ends`);
  if (grown !== text) found.push(`the stream showed ${grown}`);
  if (isAnswered && wordsOfNobody(text) !== '') found.push(`no page says ${wordsOfNobody(text)}`);
  const isVerbatim = quotes.every((quote) => Object.values(PUMP_PAGES).some((page) => page.includes(quote)));
  if (!isVerbatim || quotes.length > 0 !== isAnswered) found.push(`quotes ${quotes.join(' | ')}`);
  if (expected.shows === 'whole') {
    if (isTold) found.push('told of a fault that did no harm');
    if (quotes.length < 7) found.push(`the good answer is ${text}`);
    return found;
  }
  if (!isTold) found.push('nobody is told');
  if (expected.shows === 'nothing' && text !== plain.get(way.path)!.text) found.push(`another answer: ${text}`);
  return found;
}
