import { auroc, precisionRecall, supportScore } from '@ibid/core/evaluate';
import type { Histogram } from './report/index.ts';

/** A statement beside text that people judged it by. */
export interface JudgedClaim {
  readonly id: string;
  readonly claim: string;
  /** Sentences. */
  readonly evidence: readonly string[];
  /** `partial`: some of it is supported; it counts as not supported. */
  readonly label: 'supported' | 'partial' | 'unsupported';
}

interface Scored extends JudgedClaim {
  readonly score: number;
  readonly overlap: number;
  readonly passes: boolean;
}

export interface SupportFigures {
  readonly metrics: Readonly<Record<string, number>>;
  readonly facts: Readonly<Record<string, number>>;
  readonly histogram: Histogram;
  /** Claims that pass and should not, by id. */
  readonly wronglyPassed: readonly string[];
}

/**
 * How well the support score tells supported claims from the others, beside the overlap of words on the very same claims, and
 * what passes at the operating point that the gate uses. `name` leads the names of all figures.
 */
export function supportFigures(name: string, claims: readonly JudgedClaim[]): SupportFigures {
  const scored = claims.map(scoreClaim);
  const supported = scored.filter(({ label }) => label === 'supported');
  const rest = scored.filter(({ label }) => label !== 'supported');
  const unsupported = scored.filter(({ label }) => label === 'unsupported');
  const area = (of: (claim: Scored) => number, others: readonly Scored[]): number =>
    auroc(supported.map(of), others.map(of));
  const passed = scored.filter(({ passes }) => passes);
  const right = passed.filter(({ label }) => label === 'supported');
  const { precision, recall } = precisionRecall({
    truePositives: right.length,
    falsePositives: passed.length - right.length,
    falseNegatives: supported.length - right.length,
  });
  const isMixed = unsupported.length < rest.length;
  return {
    metrics: {
      [`${name} auroc`]: area(scoreOf, rest),
      [`${name} auroc above overlap`]: area(scoreOf, rest) - area(overlapOf, rest),
      ...(isMixed ? { [`${name} auroc unsupported`]: area(scoreOf, unsupported) } : {}),
      [`${name} precision`]: precision,
      [`${name} recall`]: recall,
    },
    facts: {
      [`${name} claims`]: scored.length,
      [`${name} supported`]: supported.length,
      [`${name} passed`]: passed.length,
      [`${name} overlap auroc`]: area(overlapOf, rest),
      ...(isMixed ? { [`${name} overlap auroc unsupported`]: area(overlapOf, unsupported) } : {}),
    },
    histogram: {
      title: `Support score, ${name}`,
      series: [
        { name: 'supported', values: supported.map(scoreOf) },
        { name: isMixed ? 'in part' : 'not supported', values: (isMixed ? rest.filter(isPartial) : rest).map(scoreOf) },
        ...(isMixed ? [{ name: 'not supported', values: unsupported.map(scoreOf) }] : []),
      ],
    },
    wronglyPassed: passed.filter(({ label }) => label !== 'supported').map(({ id }) => id),
  };
}

function scoreClaim(claim: JudgedClaim): Scored {
  const { score, supported } = supportScore(claim.claim, claim.evidence);
  return { ...claim, score, overlap: wordOverlap(claim.claim, claim.evidence), passes: supported };
}

/** Share of the distinct words of a claim, runs of letters and digits in lower case, that stand in the evidence. */
export function wordOverlap(claim: string, evidence: readonly string[]): number {
  const said = new Set(wordsOf(claim));
  const there = new Set(evidence.flatMap(wordsOf));
  return said.size === 0 ? 0 : [...said].filter((word) => there.has(word)).length / said.size;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function scoreOf({ score }: Scored): number {
  return score;
}

function overlapOf({ overlap }: Scored): number {
  return overlap;
}

function isPartial({ label }: Scored): boolean {
  return label === 'partial';
}
