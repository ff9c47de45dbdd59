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

/** By particle, then by stem of the verb. */
const NOUNS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(VERBS).map(([particle, verbs]) => [
    particle,
    new Map(verbs.split(' ').map((verb) => [stemWord(verb), verb + particle])),
  ]),
);

/** Returns the noun made of a verb and a particle, all in lower case, or `undefined`: "setting", "up" give "setup"; "plug", "ins" give "plugins". */
export function nounOf(verb: string, particle: string): string | undefined {
  const nouns = NOUNS.get(particle);
  if (nouns === undefined && particle.endsWith('s')) {
    const single = NOUNS.get(particle.slice(0, -1))?.get(stemWord(verb));
    return single && `${single}s`;
  }
  return nouns?.get(stemWord(verb));
}
