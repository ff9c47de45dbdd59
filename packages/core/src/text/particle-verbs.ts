import { stemWord } from './word-tokens.ts';

/** English verbs with a particle whose noun is written as one word: "set up" and `setup`, "log in" and `login`. */
const VERBS: Readonly<Record<string, string>> = {
  around: 'work',
  back: 'call fall feed play roll',
  by: 'stand',
  down: 'break cool drop shut tear',
  in: 'built check log opt plug sign',
  on: 'add',
  out: 'break log lay opt roll sign time',
  over: 'fail hand take',
  through: 'pass walk',
  up: 'back clean follow look mark mock pop set sign speed start wake warm',
};

/** Particles that are prepositions, too. */
const PREPOSITIONS: ReadonlySet<string> = new Set('around by in on over through'.split(' '));
/** Words behind a verb with its particle: "log in with a key". Before other words the particle is a preposition: "logged in production". */
const FOLLOWERS: ReadonlySet<string> = new Set(
  'after and as before but by for from if is or then to using via when with without'.split(' '),
);

/** By particle, then by stem of the verb. */
const NOUNS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(VERBS).map(([particle, verbs]) => [
    particle,
    new Map(verbs.split(' ').map((verb) => [stemWord(verb), verb + particle])),
  ]),
);

const VERB_STEMS: ReadonlySet<string> = new Set([...NOUNS.values()].flatMap((nouns) => [...nouns.keys()]));

/** True for the stem of a verb that `nounOf` knows with some particle. */
export function isVerbStem(stem: string): boolean {
  return VERB_STEMS.has(stem);
}

/** Returns the noun made of a verb or its stem and a particle, all in lower case, or `undefined`: "setting", "up" give "setup"; "plug", "ins" give "plugins". */
export function nounOf(verb: string, particle: string): string | undefined {
  const nouns = NOUNS.get(particle);
  if (nouns === undefined && particle.endsWith('s')) {
    const single = NOUNS.get(particle.slice(0, -1))?.get(stemWord(verb));
    return single && `${single}s`;
  }
  return nouns?.get(stemWord(verb));
}

/** True if a particle with a space before it belongs to the verb, and is no preposition of the `next` word; `''` at the end of a clause. */
export function isParticle(verb: string, particle: string, next: string): boolean {
  return (
    !PREPOSITIONS.has(particle) || (VERBS[particle]!.split(' ').includes(verb) && (next === '' || FOLLOWERS.has(next)))
  );
}

const STEMS: ReadonlySet<string> = new Set([...NOUNS.values()].flatMap((nouns) => [...nouns.values()].map(stemWord)));

/** True for the token of such a noun. */
export function isVerbNoun(token: string): boolean {
  return STEMS.has(token);
}
