/**
 * Recognises common questions about a whole site: what it is about, how to begin, how to install or upgrade it, what it needs and costs,
 * where to get help. Their words are on every page, so `site-answers.ts` finds the right page by its title.
 */
import { analyseQuestion } from '../question/analyse-question.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import type { Evidence } from '../types/answer.ts';

/** A word with a lower idf is in about every sixth passage or more, so it is a topic of the whole site. */
const COMMON = 1.8;

interface Flags {
  /** True if only a page or section with such a title answers: its words alone, such as "free", mean something else elsewhere. */
  readonly isStrict?: boolean;
  /** True if a heading of several such words means the site on any page, such as "Getting help". */
  readonly isAnywhere?: boolean;
  /** Matches title or text of a passage found by `instead`: a guide for migration is about versions, or about other tools. */
  readonly says?: RegExp;
}

/** A kind of question about the site, with the words in titles of pages and sections that answer it. */
interface Theme extends Flags {
  /** Words that such questions and titles may contain in addition to words found on every page. */
  readonly asked: ReadonlySet<string>;
  /** Words of which such a question has one. */
  readonly asks: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** Words in titles of second choice, if no title matches `named`. */
  readonly instead: ReadonlySet<string>;
  /** Words to search for in addition to the question. */
  readonly search: string;
}

interface ThemeWords extends Flags {
  readonly asked: string;
  readonly named: string;
  readonly instead?: string;
  readonly asks?: string;
}

function theme({ asked, named, instead = '', asks = named, ...flags }: ThemeWords): Theme {
  return {
    ...flags,
    asked: contentTokens(`${asked} ${named} ${asks}`),
    asks: contentTokens(asks),
    named: contentTokens(named),
    instead: contentTokens(instead),
    search: `${named} ${instead}`,
  };
}

export const ABOUT: Theme = theme({
  asked: 'book site website project course textbook guide documentation docs library framework tool product learn',
  named: 'introduction overview welcome motivation',
  instead: 'getting started',
});
export const START: Theme = theme({
  asked: 'get steps new beginner newcomer use quick',
  named: 'started begin quickstart first',
  instead: 'introduction installation setup requirements prerequisites tutorial welcome overview',
});
export const INSTALL: Theme = theme({
  asked: 'get download add set up setup',
  named: 'installation',
  instead: 'quickstart quick start getting started',
});
export const NEEDS: Theme = theme({
  asked: 'need system hardware software minimum run use platform version supported',
  named: 'requirements prerequisites',
  isStrict: true,
});
/** Words for the site, and for what such questions ask of it. */
const FREE = 'open source commercial use book textbook course docs documentation project';
const THEMES: readonly Theme[] = [
  INSTALL,
  START,
  NEEDS,
  theme({
    asked: 'get latest new newest newer current stable version release guide',
    named: 'upgrade update',
    instead: 'migration',
    says: /\bv?\d+(?:\.|\b)|\bversions?\b/iu,
    isStrict: true,
  }),
  theme({
    asked: 'report file submit open find found request feature GitHub tracker',
    named: 'bug issue',
    instead: 'contributing help support community',
    isStrict: true,
    isAnywhere: true,
  }),
  theme({
    asked: 'get find ask contact need',
    named: 'help support community',
    isStrict: true,
    isAnywhere: true,
  }),
  theme({
    asked: `${FREE} released under have`,
    named: 'license licence',
    isStrict: true,
  }),
  theme({
    asked: `${FREE} much anything`,
    named: 'price',
    asks: 'price cost free',
    instead: 'license licence',
    isStrict: true,
  }),
  theme({ asked: 'completely', named: 'uninstall', isStrict: true }),
];

/** Words in titles about any theme: "Updating and uninstalling" is about each of the two. */
export const OF_THEMES: ReadonlySet<string> = new Set(
  [ABOUT, ...THEMES].flatMap(({ named, instead }) => [...named, ...instead]),
);

/** Matches "What is Pump?", not "What Pump is not". */
const ASKS = /^what\b(?!.*\bnot\b)/iu;
/** Matches "Why Pump?", "why should I use Pump?", and similar headings. */
export const ASKS_WHY: RegExp =
  /^why\b(?: (?:should|would|do|does|to|i|we|you|one|people|use|using|choose|need|pick))* ([^?]{2,40}?)(?: matters)?[?\s]*$/iu;
const WHAT_IS_THIS = /^(?:so |and |ok |hi |hello )*(?:what(?:'s| is| does) (?:this|it|the)|who is (?:this|it) for)\b/iu;

export interface SiteQuestion extends Flags, Pick<Theme, 'asked' | 'named' | 'instead'> {
  /** The question as it was asked. */
  readonly typed: string;
  /** Text to search for in addition to the question. */
  readonly text: string;
  /** Subject of a question for a definition, lower case; `''` if none is asked. */
  readonly subject: string;
  /** Tokens of a question that names what it is about, such as "How do I install Pump?"; else empty. */
  readonly names: readonly string[];
  /** True if the question is about the site itself, not about how to begin or install. */
  readonly isAbout: boolean;
  /** Matches headings that ask the same question; their sections answer it. */
  readonly asks: RegExp;
}

/** Analyses a question about the whole site; `undefined` if it is about something that distinguishes its pages. */
export function siteQuestion(text: string, evidence: Pick<Evidence, 'idf' | 'unknownIdf'>): SiteQuestion | undefined {
  const why = ASKS_WHY.exec(text)?.[1]?.toLowerCase();
  const subject = why ?? analyseQuestion(text).subject;
  const isCommon = (token: string): boolean => (evidence.idf.get(token) ?? evidence.unknownIdf) < COMMON;
  const about = tokenize(subject);
  const tokens = tokenize(text);
  const asked = (one: Theme): boolean =>
    tokens.every((token) => one.asked.has(token) || isCommon(token)) && tokens.some((token) => one.asks.has(token));
  const found = THEMES.find(asked);
  if (about.length > 0 && about.every(isCommon) && found?.isStrict !== true) return questionOf(ABOUT, subject);
  if (WHAT_IS_THIS.test(text) && tokens.every((token) => ABOUT.asked.has(token))) return questionOf(ABOUT);
  return found === undefined ? undefined : questionOf(found);

  function questionOf({ search, ...words }: Theme, of = ''): SiteQuestion {
    const asks = why === undefined ? ASKS : ASKS_WHY;
    const names = of === '' && tokens.some((token) => !words.asked.has(token)) ? tokens : [];
    return {
      ...words,
      typed: text,
      names,
      text: `${of} ${search}`.trim(),
      subject: of,
      isAbout: words.asked === ABOUT.asked,
      asks,
    };
  }
}
