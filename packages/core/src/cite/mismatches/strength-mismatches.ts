import { isContent, weighWord } from '../evidence.ts';
import type { Case, Mismatch, MismatchKind } from '../judge.ts';
import type { Word } from '../words.ts';

/**
 * Words that say how many, how far, how surely and when. A statement may repeat them and leave them out where the evidence is
 * stronger; it may not add them, nor weaken or strengthen what the evidence says with another.
 */
interface Strength {
  readonly kind: MismatchKind;
  /** Words of the statement. */
  readonly said: RegExp;
  /** Any of these words in the evidence allows them. */
  readonly allowed: RegExp;
  /** Without an allowing word: only these in the evidence refuse them; `undefined` = always refused. */
  readonly refused?: RegExp;
  /** It counts what stands behind it, and so must the allowing word. */
  readonly counts?: boolean;
}

const UNIVERSAL =
  'all|every|each|always|any|entire|entirely|whole|everything|everyone|whenever|both|either|never|no|none';
const PARTIAL =
  'some|sometimes|most|mostly|many|several|few|often|usually|typically|normally|generally|partly|partially|frequently|commonly';
const STRICT = 'must|shall|required|requires|require|mandatory|necessary|need|needs|needed|obliged|have to|has to|only';
const WEAK = 'may|might|can|could|optional|optionally|possible|possibly|should|recommended|allowed';
const EXCLUSIVE = 'only|solely|exclusively|sole|just|alone|unless|except|limited|restricted';

const whole = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'u');

const STRENGTHS: readonly Strength[] = [
  { kind: 'quantity', said: whole('always|everything|everyone|entire'), allowed: whole(UNIVERSAL) },
  { kind: 'quantity', said: whole('all|every'), allowed: whole(UNIVERSAL), counts: true },
  {
    kind: 'quantity',
    said: whole('each'),
    allowed: whole(UNIVERSAL),
    refused: whole(`${PARTIAL}|${EXCLUSIVE}|one|first|last`),
  },
  {
    kind: 'quantity',
    said: whole('any'),
    allowed: whole('any|each|every|whichever|whatever|no|none|never|not'),
    refused: whole(`${EXCLUSIVE}|all|both|exactly|one|single|first`),
  },
  { kind: 'quantity', said: whole('same|identical'), allowed: whole('same|identical|equal|equals|itself|both|one') },
  { kind: 'quantity', said: whole('only|solely|exclusively|sole'), allowed: whole(EXCLUSIVE) },
  { kind: 'quantity', said: whole('also'), allowed: whole('also|too|both|well|and'), refused: whole('only') },
  {
    kind: 'quantity',
    said: whole('most|mostly|usually|often|frequently|many'),
    allowed: whole(`${PARTIAL}|common|numerous|multiple|maximum|max`),
  },
  {
    kind: 'quantity',
    said: whole('some|sometimes|few|rarely|occasionally|partly|partially'),
    allowed: whole(`${PARTIAL}|may|might|can|certain|occasionally|rarely|not|various`),
    refused: whole(UNIVERSAL),
  },
  { kind: 'quantity', said: whole('exactly|precisely'), allowed: whole('exactly|exact|precisely|only|one|two|single') },
  {
    kind: 'quantity',
    said: whole('least'),
    allowed: whole('least|minimum|min|over|above|more|than|or|lowest|smallest'),
  },
  {
    kind: 'quantity',
    said: whole('approximately|about|roughly'),
    allowed: whole('approximately|about|around|roughly|nearly|almost|approx'),
    refused: whole('exactly|precisely'),
  },
  { kind: 'quantity', said: whole('even'), allowed: whole('even|also') },
  {
    kind: 'quantity',
    said: whole('once'),
    allowed: whole('once|one|first|exactly|single|only|after|when|if|within|soon|until'),
  },
  { kind: 'duty', said: whole('must|mandatory|obliged'), allowed: whole(STRICT) },
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
  {
    kind: 'swap',
    said: whole('before'),
    allowed: whole('before|prior|until|first|then|earlier|advance|preceding|previous|previously|already'),
  },
  {
    kind: 'swap',
    said: whole('after'),
    allowed: whole(
      'after|once|when|then|following|later|since|for|within|afterwards|until|every|next|last|was|were|on|upon|if',
    ),
  },
  { kind: 'swap', said: whole('until'), allowed: whole('until|till|before|unless|once|then|when|after') },
  {
    kind: 'swap',
    said: whole('because|since'),
    allowed: whole('because|since|so|therefore|thus|due|reason|hence|otherwise|as|for|to|why|this'),
  },
  {
    kind: 'negation',
    said: whole('unless|except'),
    allowed: whole('unless|except|only|otherwise|excluding|besides|but|if|without|not'),
  },
];

/** Comparatives and superlatives, which say nothing true by chance. */
const COMPARED =
  /^(?:(?:fast|slow|high|low|large|small|long|short|old|new|great|strong|weak|wid|near|cheap|saf|simpl|easi|hard|earli|lat|deep|clos|few|heavi|light|young|bright|clean|rich|thick|thin|warm|cold|hott|bigg|soon)(?:er|est)|better|best|worse|worst)$/u;

/** Quantities, bounds, duties and comparisons that the statement has and the evidence does not. */
export function strengthMismatches(sides: Case): Mismatch[] {
  const { claim, sentences, known } = sides;
  return claim.flatMap((word, index): Mismatch[] => {
    const rules = STRENGTHS.filter(({ said }) => said.test(word.lower));
    const compared = COMPARED.test(word.lower);
    if ((rules.length === 0 && !compared && word.kind !== 'number') || isAside(claim, index)) return [];
    const near = neighbourhood(sides, index);
    const words = new Set(near.flatMap(({ lower }, at) => [lower, `${lower} ${near[at + 1]?.lower}`]));
    if (word.kind === 'number') return boundMismatches(claim, index, near);
    if (words.has(word.lower) && !rules.some(({ counts }) => counts)) return [];
    if (compared && !near.some(({ key }) => key === word.key) && !known.has(word.key)) {
      return [{ kind: 'quantity', word: word.text }];
    }
    return rules
      .filter(
        ({ allowed, counts }) => !(counts === true ? countsSame(claim, index, near, allowed) : has(words, allowed)),
      )
      .filter(({ refused }) => refused === undefined || has(words, refused))
      .filter(({ kind }) => kind !== 'duty' || !isInstruction(claim, index, sentences))
      .map(({ kind }) => ({ kind, word: word.text }));
  });
}

/** Whether an allowing word stands before one of the content words that follow in the statement. */
function countsSame(claim: readonly Word[], index: number, near: readonly Word[], allowed: RegExp): boolean {
  const ours = new Set(counted(claim, index));
  return near.some(({ lower }, at) => allowed.test(lower) && counted(near, at).some((key) => ours.has(key)));
}

function counted(words: readonly Word[], index: number): string[] {
  return words
    .slice(index + 1, index + 8)
    .filter(isContent)
    .slice(0, 3)
    .map(({ key }) => key);
}

function has(words: ReadonlySet<string>, pattern: RegExp): boolean {
  for (const word of words) if (pattern.test(word)) return true;
  return false;
}

/** `at all`, `first of all`, `even though`. */
function isAside(claim: readonly Word[], index: number): boolean {
  const before = claim[index - 1]?.lower;
  const behind = claim[index + 1]?.lower;
  return (
    (claim[index]!.lower === 'all' && (before === 'at' || before === 'of')) ||
    (claim[index]!.lower === 'even' && behind === 'though')
  );
}

/** `you must set it` for the instruction `Set it`. */
function isInstruction(claim: readonly Word[], index: number, sentences: readonly (readonly Word[])[]): boolean {
  const next = claim.slice(index + 1).find(isContent);
  return sentences.some((words) =>
    words.some(({ opens, key, clause }, at) => key === next?.key && (opens || words[at - 1]?.clause !== clause)),
  );
}

type Bound = 'upper' | 'lower' | 'none';

/** A number whose bound (`at most`, `at least`) is the other one in the evidence, or that has one only in the statement. */
function boundMismatches(claim: readonly Word[], index: number, evidence: readonly Word[]): Mismatch[] {
  const word = claim[index]!;
  const bound = boundOf(claim, index);
  const there = evidence.flatMap((other, at) => (other.key === word.key ? [boundOf(evidence, at)] : []));
  if (there.length === 0 || there.includes(bound)) return [];
  if (bound === 'none') return [];
  return isNamedLimit(evidence, bound) ? [] : [{ kind: 'quantity', word: word.text }];
}

function isNamedLimit(evidence: readonly Word[], bound: Bound): boolean {
  const names =
    bound === 'upper' ? /^(?:max(?:imum)?|limit(?:ed|s)?|most|cap(?:ped)?|exceed)$/u : /^(?:min(?:imum)?|least)$/u;
  return evidence.some(({ lower }) => names.test(lower));
}

const UPPER_BEFORE =
  /(?:at most|up to|no more than|not more than|maximum(?: of)?|max|not exceed|less than|fewer than|below|under|within)(?: an?| the)?$/u;
const LOWER_BEFORE =
  /(?:at least|no less than|not less than|no fewer than|minimum(?: of)?|min|more than|greater than|over|above|exceeds?|exceeding)(?: an?| the)?$/u;
const UPPER_BEHIND = /^(?:\S+ )?or (?:less|fewer|lower|earlier|older)/u;
const LOWER_BEHIND = /^(?:\S+ )?or (?:more|higher|later|newer|above|greater)/u;

function boundOf(words: readonly Word[], index: number): Bound {
  const text = (from: number, to: number): string =>
    words
      .slice(Math.max(0, from), to)
      .map(({ lower }) => lower)
      .join(' ');
  const before = text(index - 4, index);
  const behind = text(index + 1, index + 4);
  if (UPPER_BEFORE.test(before) || UPPER_BEHIND.test(behind) || /^(?:\S+ )?at most/u.test(behind)) return 'upper';
  if (LOWER_BEFORE.test(before) || LOWER_BEHIND.test(behind) || /^(?:\S+ )?at least/u.test(behind)) return 'lower';
  return 'none';
}

/** Content words on each side. */
const AROUND = 4;
/** A sentence that holds so much of the best one's share is looked at too. */
const NEARLY = 0.85;

/**
 * The words of those chosen sentences that hold best what stands around a word of the claim, in its clause or where that is
 * too short in the next. What a word does in a claim can only be proved where the words around it are.
 */
function neighbourhood({ claim, words, chosen, sentences }: Case, index: number): readonly Word[] {
  const place = claim.slice(0, index).filter(isContent).length;
  const { clause } = claim[index]!;
  const near = words.slice(Math.max(0, place - AROUND), place + AROUND + 1).filter(({ word }) => word !== claim[index]);
  const inClause = near.filter(({ word }) => word.clause === clause);
  const around =
    inClause.length > 1 ? inClause : near.filter(({ word }) => word.clause === clause || word.clause === clause + 1);
  const shares = chosen.map((sentence) =>
    (around.length > 1 ? around : near).reduce(
      (sum, { word, held }) => sum + weighWord(word) * (held.get(sentence) ?? 0),
      0,
    ),
  );
  const best = Math.max(0, ...shares);
  return sentences.filter((_, at) => shares[at]! >= NEARLY * best).flat();
}
