/**
 * The gate between what an answerer says and what a reader sees.
 *
 * A statement passes when each piece of its evidence stands verbatim in a passage of this run and the quotes together carry
 * it. Otherwise it is withheld and counted. Labels that were never given are refused, so nothing can be cited from memory.
 * An answer that loses all its statements is no answer: the outcome falls to `insufficient` (R12, R13).
 */
import type { AnswerEvent, Citation, DraftEvent, Passage, Statement } from '../spec/answer.ts';
import { supports } from '../cite/supports.ts';
import { verifyCitation } from '../cite/verify-citation.ts';
import { REASONS } from './reasons.ts';

export interface Gated {
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  readonly message: string;
  readonly confidence: number;
  readonly warnings: readonly string[];
  readonly statements: readonly Statement[];
  readonly citations: readonly Citation[];
  readonly withheld: number;
}

type Proposed = Extract<DraftEvent, { type: 'statement-proposed' }>;

/** Yields what is proved, as soon as it is proved; returns the sum of it. */
export async function* gate(
  draft: AsyncIterable<DraftEvent>,
  passages: readonly Passage[],
  maxCitations: number,
): AsyncGenerator<AnswerEvent, Gated> {
  const byLabel = new Map(passages.map((passage) => [passage.label, passage]));
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  let withheld = 0;
  let end: Extract<DraftEvent, { type: 'draft-end' }> | undefined;

  function prove(proposed: Proposed): { fresh: Citation[]; numbers: number[] } | undefined {
    const fresh: Citation[] = [];
    const used: Citation[] = [];
    for (const { label, quote } of proposed.evidence) {
      const passage = byLabel.get(label);
      const index = citations.length + fresh.length + 1;
      const made = passage === undefined ? undefined : verifyCitation({ passage, quote, index });
      if (made === undefined) return undefined;
      const same = [...citations, ...fresh].find(
        (known) => known.chunkId === made.chunkId && known.start === made.start && known.end === made.end,
      );
      if (same === undefined) fresh.push(made);
      used.push(same ?? made);
    }
    if (used.length === 0 || citations.length + fresh.length > maxCitations) return undefined;
    const quotes = used.map((citation) => citation.quote);
    return supports(proposed.text, quotes) ? { fresh, numbers: used.map((citation) => citation.index) } : undefined;
  }

  for await (const event of draft) {
    if (event.type === 'draft-end') {
      end = event;
      break;
    }
    const proof = prove(event);
    if (proof === undefined) {
      withheld++;
      continue;
    }
    const { kind, text, side, language } = event;
    const statement: Statement = { kind, text, side, language, citations: proof.numbers };
    citations.push(...proof.fresh);
    statements.push(statement);
    for (const citation of proof.fresh) yield { type: 'citation-verified', citation };
    yield { type: 'statement-verified', statement };
  }
  const warnings = [...(end?.warnings ?? [])];
  if (withheld > 0)
    warnings.push(
      `statements_withheld: ${withheld} ${withheld === 1 ? 'statement' : 'statements'} could not be proved from the pages`,
    );
  const confidence = end?.confidence ?? 0;
  if (statements.length > 0) {
    const message = end?.outcome === 'answered' ? REASONS[end.reason] : '';
    return { outcome: 'answered', message, confidence, warnings, statements, citations, withheld };
  }
  const outcome = end === undefined || end.outcome === 'answered' ? 'insufficient' : end.outcome;
  const reason = end === undefined || end.outcome === 'answered' ? 'unproved' : end.reason;
  const message = REASONS[reason] === '' ? REASONS.unproved : REASONS[reason];
  return { outcome, message, confidence, warnings, statements: [], citations: [], withheld };
}
