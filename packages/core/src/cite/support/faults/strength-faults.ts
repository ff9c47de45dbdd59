import type { Case, Fault, FaultKind } from '../fault.ts';
import type { Word } from '../read-words.ts';

/**
 * Words that say how many, how far and how surely. A statement may repeat them and leave them out where the evidence is
 * stronger; it may not add them, nor weaken or strengthen what the evidence says with another.
 */
interface Strength {
  readonly kind: FaultKind;
  /** Words of the statement. */
  readonly said: RegExp;
  /** Any of these words in the evidence allows them. */
  readonly allowed: RegExp;
  /** Without an allowing word: only these in the evidence refuse them; `undefined` = always refused. */
  readonly refused?: RegExp;
}

const UNIVERSAL = 'all|every|each|always|any|entire|entirely|whole|everything|everyone|whenever|both|either';
const PARTIAL =
  'some|sometimes|most|mostly|many|several|few|often|usually|typically|normally|generally|partly|partially|frequently|commonly';
const STRICT = 'must|shall|required|requires|require|mandatory|necessary|need|needs|needed|obliged|have|has';
const WEAK = 'may|might|can|could|optional|optionally|possible|possibly|should|recommended|allowed';
const LOWER = 'least|minimum|min|over|above|more|exceed|exceeds|greater|exceeding|than|or';

const whole = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'u');

const STRENGTHS: readonly Strength[] = [
  { kind: 'quantity', said: whole('all|every|always|everything|everyone|entire'), allowed: whole(UNIVERSAL) },
  {
    kind: 'quantity',
    said: whole('only|solely|exclusively|sole'),
    allowed: whole('only|solely|exclusively|sole|just|alone|unless|except|must|one|single|limited|restricted'),
  },
  {
    kind: 'quantity',
    said: whole('most|mostly|usually|often|frequently|many'),
    allowed: whole(`${PARTIAL}|common|default|numerous|multiple`),
  },
  {
    kind: 'quantity',
    said: whole('some|sometimes|few|rarely|occasionally|partly|partially'),
    allowed: whole(`${PARTIAL}|may|might|can|certain|occasionally|rarely|not|various`),
    refused: whole(UNIVERSAL),
  },
  { kind: 'quantity', said: whole('exactly|precisely'), allowed: whole('exactly|exact|precisely|only|one|two|single') },
  { kind: 'quantity', said: whole('least'), allowed: whole(LOWER) },
  {
    kind: 'quantity',
    said: whole('approximately|about|roughly'),
    allowed: whole('approximately|about|around|roughly|nearly|almost|approx'),
    refused: whole('exactly|precisely'),
  },
  { kind: 'duty', said: whole('must|mandatory|obliged'), allowed: whole(STRICT), refused: whole(WEAK) },
  {
    kind: 'duty',
    said: whole('may|might|optional|optionally'),
    allowed: whole(`${WEAK}|sometimes|if`),
    refused: whole('must|shall|required|mandatory|always'),
  },
  {
    kind: 'duty',
    said: whole('can|could'),
    allowed: whole(`${WEAK}|able|let|lets|allow|allows|enable|enables`),
    refused: whole('must|shall|required|mandatory'),
  },
  {
    kind: 'duty',
    said: whole('guarantee|guarantees|guaranteed|certainly|definitely'),
    allowed: whole('guarantee|guarantees|guaranteed|ensure|ensures|certainly|definitely|always'),
  },
];

/** Comparatives and superlatives, which say nothing true by chance. */
const COMPARED =
  /^(?:(?:fast|slow|high|low|large|small|big|long|short|old|new|great|strong|weak|wid|near|cheap|saf|simpl|easi|hard|earli|lat|deep|clos|few|heavi|light|old|young|bright|clean|rich|thick|thin|warm|cold|hot|hott|bigg|soon)(?:er|est)|better|best|worse|worst)$/u;

/** Quantities, bounds, duties and comparisons that the statement has and the evidence does not. */
export function strengthFaults({ claim, sentences, known }: Case): Fault[] {
  const all = sentences.flat();
  const words = new Set(all.map(({ lower }) => lower));
  const keys = new Set(all.map(({ key }) => key));
  const faults: Fault[] = [];
  for (const [index, word] of claim.entries()) {
    if (words.has(word.lower) || isAside(claim, index)) continue;
    for (const { kind, said, allowed, refused } of STRENGTHS) {
      if (!said.test(word.lower) || has(words, allowed)) continue;
      if (refused === undefined || has(words, refused)) faults.push({ kind, word: word.text });
    }
    if (COMPARED.test(word.lower) && !keys.has(word.key) && !known.has(word.key))
      faults.push({ kind: 'quantity', word: word.text });
  }
  return [...faults, ...boundFaults(claim, all)];
}

function has(words: ReadonlySet<string>, pattern: RegExp): boolean {
  for (const word of words) if (pattern.test(word)) return true;
  return false;
}

/** `at all`, `first of all`, `not only`. */
function isAside(claim: readonly Word[], index: number): boolean {
  const before = claim[index - 1]?.lower;
  return claim[index]!.lower === 'all' && (before === 'at' || before === 'of');
}

type Bound = 'upper' | 'lower' | 'none';

/** Numbers whose bound (`at most`, `at least`) is the other one in the evidence, or that have one only in the statement. */
function boundFaults(claim: readonly Word[], evidence: readonly Word[]): Fault[] {
  return claim.flatMap((word, index): Fault[] => {
    if (word.kind !== 'number') return [];
    const bound = boundOf(claim, index);
    if (bound === 'none') return [];
    const there = evidence.flatMap((other, at) => (other.key === word.key ? [boundOf(evidence, at)] : []));
    return there.length === 0 || there.includes(bound) || isNamedLimit(evidence, bound)
      ? []
      : [{ kind: 'quantity', word: word.text }];
  });
}

function isNamedLimit(evidence: readonly Word[], bound: Bound): boolean {
  const names =
    bound === 'upper' ? /^(?:max(?:imum)?|limit(?:ed|s)?|most|cap(?:ped)?|exceed)$/u : /^(?:min(?:imum)?|least)$/u;
  return evidence.some(({ lower }) => names.test(lower));
}

function boundOf(words: readonly Word[], index: number): Bound {
  const before = words
    .slice(Math.max(0, index - 4), index)
    .map(({ lower }) => lower)
    .join(' ');
  const behind = words
    .slice(index + 1, index + 4)
    .map(({ lower }) => lower)
    .join(' ');
  if (
    /(?:at most|up to|no more than|not more than|maximum(?: of)?|max|not exceed|less than|fewer than|below|under|within)(?: an?| the)?$/u.test(
      before,
    )
  )
    return 'upper';
  if (
    /(?:at least|no less than|not less than|no fewer than|minimum(?: of)?|min|more than|greater than|over|above|exceeds?|exceeding)(?: an?| the)?$/u.test(
      before,
    )
  )
    return 'lower';
  if (/^(?:\S+ )?or (?:less|fewer|lower|earlier|older)/u.test(behind)) return 'upper';
  if (/^(?:\S+ )?or (?:more|higher|later|newer|above|greater)/u.test(behind)) return 'lower';
  return 'none';
}
