import type { ModelFaultMode } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modeCase, type ModeCase } from './fault-cases-fixture.ts';
import { openFaultPlace, type FaultPlace } from './fault-run-fixture.ts';
import { inParallel } from './in-parallel-fixture.ts';
import { PUMP_PAGES, PUMP_SELECTION } from './pump-pages-fixture.ts';
import { serveModel } from './served-model-fixture.ts';
import { SELECTED_WAYS, shownBy, WAYS, wordsOfNobody, type ShownReply, type Way } from './shown-reply-fixture.ts';

const BY_WAY: readonly ModelFaultMode[] = [
  'hang-before-headers',
  'stall-after-first-token',
  'cut-clean',
  'html-200',
  '429',
  'finish-length',
  'tool-loop',
  'usage-missing',
];
const AT_ONCE = 24;

interface Asked extends ModeCase {
  readonly way: Way;
}

const CASES: readonly Asked[] = BY_WAY.map((fault) => modeCase(fault, 'always')).flatMap((of) =>
  WAYS.map((way) => ({ ...of, way, name: `${of.fault} ${way.path}` })),
);
/** One of each kind; the first makes no fault. */
const BY_SELECTION: readonly ModelFaultMode[] = [
  'usage-missing',
  'cut-clean',
  'finish-length',
  'html-200',
  'tool-loop',
];
const SELECTED: readonly Asked[] = BY_SELECTION.map((fault) => modeCase(fault, 'always')).flatMap((of) =>
  SELECTED_WAYS.map((way) => ({ ...of, way, name: `${of.fault} ${way.path} of a selection` })),
);
const PLANTED: ModeCase = { ...modeCase('finish-length', 'always'), name: 'planted' };

let place: FaultPlace;
/** What is shown without a model, by path. */
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
