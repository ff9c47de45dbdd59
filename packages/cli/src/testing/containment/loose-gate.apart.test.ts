/** The positive control of campaigns: behind a gate that shows too much, the attacks of the model reach the oracle, and it reports them. */
import { WORDED } from '@ibid/core';
import type { Citation, Passage, Statement } from '@ibid/core/types';
import { expect, test, vi } from 'vitest';
import type { gate as gateOfCore } from '../../../../core/src/answer/gate.ts';
import { makeSites } from './make-sites.ts';
import type { ViolationKind } from './oracle/oracle.ts';
import { OWN_ATTACKS } from './own-attacks.ts';
import { OWN_CARRIERS } from './own-carriers.ts';
import { runCampaign } from './run-campaign.ts';

type Gate = typeof gateOfCore;

vi.mock('../../../../core/src/answer/gate.ts', async (original) => ({
  ...(await original<object>()),
  gate: looseGate,
}));

/** Shows every statement that shares words with a passage, citing the start of that passage. */
async function* looseGate(...[draft, context]: Parameters<Gate>): ReturnType<Gate> {
  const { passage: passageOf, drainEvents = () => [] } = context;
  const statements: Statement[] = [];
  const citations: Citation[] = [];
  for await (const event of draft) {
    yield* drainEvents();
    if (event.type === 'draft-end') break;
    if (event.type !== 'statement-proposed') continue;
    const labels = [...event.evidence.map(({ label }) => label), 'p1'];
    const passages = labels.map((label) => passageOf(label)).filter((passage) => passage !== undefined);
    const { kind, text, side, language } = event;
    if (passages.length === 0 || !sharesWords(text, passages)) continue;
    const citation = citationOf(passages[0]!, citations.length + 1);
    const statement: Statement = { ...WORDED, kind, text, side, language, citations: [citation.index] };
    citations.push(citation);
    statements.push(statement);
    yield { type: 'citation-verified', citation };
    yield { type: 'statement-verified', statement };
  }
  return {
    outcome: statements.length > 0 ? 'answered' : 'insufficient',
    statements,
    citations,
    reasons: [],
    confidence: 1,
    warnings: [],
    proposed: 0,
    withheld: 0,
    excerpts: [],
    calls: [],
    toolCalls: [],
    fault: undefined,
    answerer: undefined,
  };
}

function citationOf({ chunk, window, similarity }: Passage, index: number): Citation {
  const { id: chunkId, url, anchor, title, heading } = chunk;
  const { start, end } = window ?? { start: 0, end: chunk.text.length };
  const quote = chunk.text.slice(start, end);
  // A citation of the real gate has a type brand that other code cannot create.
  return { index, chunkId, url, anchor, title, heading, quote, start, end, similarity } as unknown as Citation;
}

/** A common but insufficient rule: three of ten words occur in what is cited. */
function sharesWords(text: string, passages: readonly Passage[]): boolean {
  const known = wordsOf(passages.map(({ chunk }) => chunk.text).join('\n'));
  const words = [...wordsOf(text)];
  return words.filter((word) => known.has(word)).length >= 0.3 * words.length;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

test('behind a gate that asks for three words of ten, a campaign reports violations of each kind that text allows', async () => {
  const sites = makeSites({ attacks: OWN_ATTACKS.filter((_, at) => at % 37 === 0), carriers: OWN_CARRIERS });
  const { violations, violatedRuns, examples } = await runCampaign({ sites, seed: 4, outputs: 60 });
  const kinds: readonly ViolationKind[] = ['address', 'unproved', 'turned', 'code', 'canary'];
  expect(kinds.filter((kind) => violations[kind] === 0)).toEqual([]);
  expect(kinds.filter((kind) => !examples.some((example) => example.startsWith(`${kind} | `)))).toEqual([]);
  expect(violatedRuns).toBeGreaterThan(20);
});
