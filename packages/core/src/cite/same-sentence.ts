/**
 * Decides whether two sentences have the same meaning in a different order. Both are split into clauses and prepositional phrases, and each
 * part of one must match a part of the other, word for word except for synonyms. Active and passive count as the same form. Nothing may be
 * missing or added, so polarity, modality, quantifiers, conditions, causes and directions are the same. Sentences that cannot be analysed
 * count as different.
 */
import { baseForm, synonymGroups } from './vocabulary.ts';
import type { Word } from './words.ts';

/** Words that begin a clause and set its relation to the rest, each with a common name for equal ones. */
const OPENERS = new Map(
  list(
    `if|when|whenever|once|unless|because=because since as|while whereas|although though|before|after|until|so|provided|but|which|therefore`,
  ),
);
/** Words that begin a phrase, each with a common name for equal ones. */
const PREPOSITIONS = new Map(
  list(
    `at|in|on|by|to|from|with|for|into|within|during|per|through|between|under|over|above|below|towards=towards toward|against|via|beside|across|up|of|without|than`,
  ),
);
const BE = new Set('is are be been being am was were'.split(' '));
const PAST = new Set('was were had did would'.split(' '));
/** Words that do not change what a sentence means. */
const EMPTY = new Set(
  `a an the this that these those its their your his her our my it they them you we one's do does also then please is are be been being am
have has was were had did there own themselves itself`.split(/\s+/u),
);
/** Modal verbs, each with a common name for equal ones. */
const MODALS = new Map(list(`must=must shall|should=should ought|may=may can|could|might|will|would`));
/** With a negation, "may not" means "must not". */
const DENIED = new Map([['may', 'must']]);
const NEGATORS = new Set('not no never cannot none nor neither nobody nothing hardly barely'.split(' '));
const DENYING = new Set('not never cannot no'.split(' '));
const SAME = new Map(list(`every=every each any|several=several multiple|continue=continues continue keeps keep`));
const BOUNDS = new Map([
  ['up to', 'at most'],
  ['at most', 'at most'],
  ['at least', 'at least'],
]);
const TIMES = /^(?:second|minute|hour|day|night|week|month|year|morning|evening)s?$/u;
const DETERMINER = /^(?:the|an?|its|your|their)$/u;
/** Words whose position in a clause does not matter. */
const FREE =
  /(?<!dai|week|hour|month|ear|supp|app|rep|fami|on|like)ly$|^(?:today|now|still|always|often|already|instead|again)$/u;
const PARTICIPLE =
  /(?:ed|[^i]ung|wn|pt|orn|lt)$|^(?:been|begun|broken|built|chosen|done|driven|found|given|gone|held|hidden|kept|lost|made|meant|paid|put|read|run|seen|sent|set|shut|sold|sown|spent|taken|told|thought|thrown|written|won|born|bought|left)$/u;

function list(groups: string): [string, string][] {
  return groups.split('|').flatMap((group) => {
    const [name, words = name!] = group.split('=');
    return words.split(' ').map((word): [string, string] => [word, name!]);
  });
}

/** A clause without its phrases, or a phrase. */
interface Part {
  /** Opener or preposition; for a clause also modality, negation and tense. */
  readonly form: string;
  /** Form of the equivalent imperative, if the clause says what somebody unnamed must or should do. */
  readonly order: string | undefined;
  /** True if the clause may itself be an imperative. */
  readonly isBare: boolean;
  readonly words: readonly Word[];
}

/** Longer sentences can only be quoted. */
const MOST_WORDS = 200;

/** Parts of a sentence, for comparison. */
export type Form = readonly Part[];

interface Clause {
  opener: string;
  modal: string;
  isDenied: boolean;
  tense: string;
  head: Word[];
  free: Word[];
  agent: Word[] | undefined;
  passiveAt: number;
  isBare: boolean;
  isYou: boolean;
  phrases: { preposition: string; words: Word[] }[];
}

/**
 * Analyses a sentence. Returns `undefined` for one that is too long or unclear, such as with two modal verbs, or with an unusual or double
 * negation in a clause. Linear in its words.
 */
export function readForm(words: readonly Word[]): Form | undefined {
  if (words.length > MOST_WORDS) return undefined;
  const clauses: Clause[] = [];
  let clause: Clause | undefined;
  let phrase: Clause['phrases'][number] | undefined;
  let main: Clause | undefined;
  let only: Word | undefined;
  let isLeading = false;
  let broken = false;
  let skipped = -1;
  /** Position for the words after "of": before the word that they belong to; -1 for none. */
  let ownerAt = -1;
  const put = (word: Word): void => {
    (phrase?.words ?? clause!.head).push(word);
  };
  const begin = (opener: string): Clause => {
    const made: Clause = {
      opener,
      modal: '',
      isDenied: false,
      tense: '',
      head: [],
      free: [],
      agent: undefined,
      passiveAt: -1,
      isBare: true,
      isYou: false,
      phrases: [],
    };
    clauses.push(made);
    phrase = undefined;
    return made;
  };
  for (const [index, word] of words.entries()) {
    const { lower } = word;
    const before = words[index - 1];
    if (index === skipped) continue;
    if (
      before?.clause !== word.clause ||
      BE.has(lower) ||
      MODALS.has(lower) ||
      OPENERS.has(lower) ||
      NEGATORS.has(lower)
    )
      ownerAt = -1;
    if (before !== undefined && before.clause !== word.clause) {
      phrase = undefined;
      // After a comma, the main clause follows a clause that came first.
      if (clause !== undefined && clause.opener !== '' && isLeading) clause = main ??= begin('');
      isLeading = false;
    }
    const opener = OPENERS.get(lower);
    if (opener !== undefined && !(lower === 'as' && index > 0)) {
      clause = begin(opener);
      isLeading = index === 0;
      continue;
    }
    clause ??= main ??= begin('');
    const modal = lower === 'needs' || lower === 'need' ? undefined : MODALS.get(lower);
    if (modal !== undefined && word.kind !== 'name') {
      if (clause.modal !== '') broken = true;
      clause.modal = modal;
      phrase = undefined;
      continue;
    }
    if (lower === 'used' && words[index + 1]?.lower === 'to' && !BE.has(before?.lower ?? '')) {
      clause.tense = 'formerly';
      phrase = undefined;
      continue;
    }
    if (NEGATORS.has(lower)) {
      if (clause.isDenied || !DENYING.has(lower)) broken = true;
      clause.isDenied = true;
      if (lower !== 'no') phrase = undefined;
      continue;
    }
    if (PAST.has(lower)) clause.tense = 'past';
    if (lower === 'you' && clause.head.length === 0) clause.isYou = true;
    if (BE.has(lower)) clause.isBare = false;
    if (BE.has(lower) || lower === 'do' || lower === 'does' || lower === 'has' || lower === 'have') {
      phrase = undefined;
      if (lower !== 'has' && lower !== 'have') continue;
      if (PARTICIPLE.test(words[index + 1]?.lower ?? '')) continue;
    }
    if (lower === 'only') {
      only = word;
      const next = words[index + 1]?.lower ?? '';
      const isVerbal = BE.has(before?.lower ?? '') || MODALS.has(before?.lower ?? '');
      if (
        next !== '' &&
        words[index + 1]?.clause === word.clause &&
        (isVerbal || PREPOSITIONS.has(next) || OPENERS.has(next))
      )
        continue;
      only = undefined;
      if (phrase === undefined) clause.head.push(word);
      else if (words[index + 1] === undefined || words[index + 1]!.clause !== word.clause) phrase.words.unshift(word);
      else phrase.words.push(word);
      continue;
    }
    const held = phrase?.words ?? clause.head;
    const next = words[index + 1];
    const bound = BOUNDS.get(`${lower} ${next?.lower}`);
    if (bound !== undefined) {
      put({ ...word, lower: bound, key: bound });
      skipped = index + 1;
      continue;
    }
    if (lower === 'of' && held.length > 0 && next !== undefined && held.at(-1)?.kind !== 'number') {
      // "The checksum of a backup" equals "a backup's checksum", and "a status of 410" equals "status 410".
      ownerAt = held.length - 1;
      continue;
    }
    if (lower === 'every' && (next?.kind === 'number' || TIMES.test(next?.lower ?? ''))) {
      phrase = { preposition: 'every', words: [] };
      clause.phrases.push(phrase);
      continue;
    }
    const preposition = PREPOSITIONS.get(lower);
    if (preposition !== undefined && phrase?.preposition !== 'than') {
      phrase = { preposition, words: only === undefined ? [] : [only] };
      only = undefined;
      ownerAt = -1;
      if (
        preposition === 'by' &&
        !/^(?:hand|default|itself|e?mail)$|ing$/u.test(next?.lower ?? '') &&
        clause.passiveAt >= 0 &&
        clause.agent === undefined
      )
        clause.agent = phrase.words;
      else clause.phrases.push(phrase);
      continue;
    }
    if (EMPTY.has(lower)) {
      // "After a rotation the old key …": a leading phrase ends where the subject begins.
      const isLead = words.at(-1)!.clause === word.clause && main?.head.length === 0;
      if (DETERMINER.test(lower) && isLead && phrase !== undefined && phrase.words.length > 0) phrase = undefined;
      else if (
        DETERMINER.test(lower) &&
        main === undefined &&
        /^(?:after|before)$/u.test(clause.opener) &&
        clause.head.length > 0 &&
        words.at(-1)!.clause === word.clause
      )
        clause = main = begin('');
      if (DETERMINER.test(lower) && ownerAt >= 0 && held.length > ownerAt + 1 && words[index - 1]?.lower !== 'of')
        ownerAt = -1;
      continue;
    }
    if (FREE.test(lower)) {
      clause.free.push(word);
      continue;
    }
    if (ownerAt >= 0) {
      if (word.kind === 'number') ownerAt = held.length;
      held.splice(ownerAt, 0, word);
      ownerAt += 1;
      continue;
    }
    if (phrase === undefined) {
      if (clause.passiveAt < 0 && isBehindBe(words, index) && PARTICIPLE.test(lower))
        clause.passiveAt = clause.head.length;
      clause.head.push(word);
    } else phrase.words.push(word);
  }
  if (broken || only !== undefined) return undefined;
  return clauses.flatMap(partsOf);
}

function isBehindBe(words: readonly Word[], index: number): boolean {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const { lower } = words[at]!;
    if (BE.has(lower)) return true;
    if (!NEGATORS.has(lower) && !FREE.test(lower) && lower !== 'only' && lower !== 'also') return false;
  }
  return false;
}

function partsOf(clause: Clause): Part[] {
  const { opener, head, passiveAt, agent = [], free, phrases, isDenied, tense } = clause;
  const active =
    passiveAt < 0 ? head : [...agent, head[passiveAt]!, ...head.slice(0, passiveAt), ...head.slice(passiveAt + 1)];
  const modal = (isDenied ? DENIED.get(clause.modal) : undefined) ?? clause.modal;
  const name = opener;
  const denied = isDenied ? 'not' : '';
  const isOrder = (modal === 'must' || modal === 'should') && opener === '';
  const isUnnamed = clause.isYou || (passiveAt >= 0 && clause.agent === undefined);
  const rest = { order: undefined, isBare: false };
  return [
    {
      form: `${name} ${modal} ${denied} ${tense}`,
      order: isOrder && isUnnamed ? `${name}  ${denied} ${tense}` : undefined,
      isBare: clause.isBare,
      words: active,
    },
    ...free.map((word) => ({ ...rest, form: `${name} free`, words: [word] })),
    ...phrases.map(({ preposition, words }) => ({ ...rest, form: `${name} ${preposition}`, words })),
  ];
}

/** True if each part of the claim matches a part of the sentence and neither has others. Parts of the same form must be in the same order. */
export function isSameForm(claim: Form, sentence: Form): boolean {
  if (claim.length !== sentence.length) return false;
  const isOrder = claim.some(
    ({ order }) => order !== undefined && sentence.some((part) => part.isBare && part.form === order),
  );
  const formOf = ({ form, order }: Part): string => (isOrder && order !== undefined ? order : form);
  const sorted = (parts: Form, nameOf: (part: Part) => string): [string, Part][] =>
    parts.map((part): [string, Part] => [nameOf(part), part]).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const others = sorted(sentence, ({ form }) => form);
  return sorted(claim, formOf).every(
    ([form, { words }], index) => form === others[index]![0] && areSame(words, others[index]![1].words),
  );
}

function areSame(one: readonly Word[], other: readonly Word[]): boolean {
  return one.length === other.length && one.every((word, index) => isSame(word, other[index]!));
}

function isSame(one: Word, other: Word): boolean {
  if (one.kind === 'number' || other.kind === 'number') return one.key === other.key && one.unit === other.unit;
  if (one.lower === other.lower || keyOf(one) === keyOf(other)) return true;
  if (one.kind !== 'plain' || other.kind !== 'plain') return false;
  const groups = synonymGroups(other.key);
  return synonymGroups(one.key).some((group) => groups.includes(group));
}

function keyOf({ lower, key, kind }: Word): string {
  return SAME.get(lower) ?? (kind === 'small' ? baseForm(lower) : key);
}
