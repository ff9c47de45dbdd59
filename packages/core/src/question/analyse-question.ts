/** Kind of question. Determines which sentences answer it and how they are shown. */
export type QuestionKind =
  | 'comparison'
  | 'error'
  | 'definition'
  | 'how-to'
  | 'number'
  | 'when'
  | 'where'
  | 'who'
  | 'why'
  | 'yes-no'
  | 'example'
  | 'open';

/** Kinds of question that code answers by itself; for others it only illustrates the text. */
export const ANSWERED_BY_CODE: ReadonlySet<QuestionKind> = new Set(['how-to', 'example', 'error', 'where']);

export interface QuestionAnalysis {
  /** The question as given. */
  readonly text: string;
  readonly kind: QuestionKind;
  /** The thing a definition asks about, lower case; `''` for other kinds. */
  readonly subject: string;
  /** The things of a comparison, two or more, or the two of a choice; lower case; else empty. */
  readonly compared: readonly string[];
}

const BRIEFLY = /^(?:in short|briefly|in (?:a few|simple|other) words)[\s,:]+/u;
const LEAD_IN =
  /^(?:(?:hi|hello|hey|please|so|and|but|ok|okay|well)[\s,]+)*(?:(?:can|could|would|will) (?:you|anyone|someone|somebody) (?:please )?(?:tell|explain|show|help)(?: to)?(?: me)?(?: with)?(?: about)?|(?:i (?:would like|want|need|wonder|am wondering)|i'd like)(?: to (?:know|understand|learn))?|do you know|tell me|explain(?: to me)?|please)[\s,:]+/u;

/** "What exactly is a crate" */
const ADVERB = /^(what|who) (?:exactly|actually|really|basically) (?=is|are|do|does|was|were)/u;

const COMPARISONS: readonly RegExp[] = [
  /\b(?:difference|differences|distinction|choose|choice|decide|comparison)\s+between\s+(.+?)\s+(?:and|or|versus|vs\.?)\s+(.+)/u,
  /^(?!(?:which|how)\b)(?:what(?:'s| is| are)\s+)?(?:the\s+)?(.+?)\s+(?:vs\.?|versus|compared (?:to|with))\s+(.+)/u,
  /\bhow (?:does|do|is|are)\s+(.+?)\s+(?:differ|different)\s+from\s+(.+)/u,
  /\bcompare\s+(.+?)\s+(?:and|to|with)\s+(.+)/u,
];

/** "tag, branch vs commit" */
const BETWEEN_SIDES = /\s+(?:vs\.?|versus)\s+|,\s+(?:(?:and|or|vs\.?|versus)\s+)?/u;

/** "iife vs umd, which should I use" */
const ASIDE = /,?\s+(?:and )?(?:which|what|when|why|how|where|who|should|do|does|is|are)\b.*$/u;

/** "Gazebo or Unity for training images?" */
const ALTERNATIVES =
  /^(?!(?:how|what|when|why|where|which|who|can|could|do|does|did|is|are|was|should|will|would|has|have|must|may|if|in|on|for|to|with)\b)([^\s,;:]+(?: [^\s,;:]+){0,2}) or ([^\s,;:]+(?: [^\s,;:]+){0,2}?)(?=,? (?:for|to|in|on|with|as|if|which|what|is|are)\b|[,:;]| [-–—] |$)/u;

/** A choice names two things, too, but the answer may be about one of them alone. */
const CHOICE =
  /\b(?:should|would|do|must|can) (?:i|we|you|one) (?:use|choose|prefer|pick|take)\s+(.+?)\s+(?:instead of|rather than|over|or)\s+(.+)/u;

const DEFINITIONS: readonly RegExp[] = [
  /^what(?:'s| is| are)\s+(?:an?\s+|the\s+)?([^,;]{2,60}?)\s+(?:(?:good|used|there|made|meant) )?for$/u,
  /^(?:what|who)(?:'s|'re| is| are| was| were)\s+(?:meant by\s+)?(?:an?\s+|the\s+)?([^,;]{2,60})$/u,
  /^(?:what do(?:es)?\s+)(.{2,60}?)\s+(?:mean|stand for|refer to|do)$/u,
  /^(.{2,60}?)[,:]?\s+what (?:is|are) (?:it|that|they|those)$/u,
  /^what (?:do|does) \S+(?: \S+)? mean (?:by|with)\s+(?:an?\s+|the\s+)?(.{2,60})$/u,
  /^(.{2,60}?) (?:meaning|definition)$/u,
  /^(?:about|define|definition of|meaning of|the meaning of)\s+(?:an?\s+|the\s+)?(.{2,60})$/u,
];

const ERROR =
  /\berrors?\b|\bexceptions?\b|\bpanic(?:s|ked)?\b|\btraceback\b|\bstack trace\b|\bsegfault\b|\bcrash(?:es|ed|ing)?\b|\bfail(?:s|ed|ing|ure)?\b|\bE\d{3,}\b|\b[A-Z]{2,}\d{3,}\b|\bnot found\b|\bno such (?:file|module|command|option)\b|\b(?:permission|access) denied\b|\bconnection refused\b|\btimed out\b|\bunexpected token\b|\bERR_\w+|\b0x[0-9a-f]{4,}\b/iu;

/** The first match wins, so narrow kinds come before wide ones. */
const KINDS: readonly (readonly [QuestionKind, RegExp])[] = [
  ['example', /\b(?:example|examples|sample code|code sample|snippet|snippets)\b/u],
  [
    'number',
    /\bhow (?:many|much|long|old|often|far|big|large|tall|high|deep|fast|wide|heavy|frequently)\b|\b(?:what|which) (?:number|percent|percentage|amount|size|version|port|default value|limit|maximum|minimum|proportion|share|rate|population)\b/u,
  ],
  ['when', /\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade|time)\b|\bsince when\b/u],
  [
    'where',
    /\bwhere\b|\b(?:what|which) (?:city|country|place|state|region|continent|location|town|area|file|folder|directory|path|page)\b/u,
  ],
  ['who', /\bwho\b|\bwhom\b|\bwhose\b|\b(?:what|which) (?:person|people|group|author|company|organi[sz]ation)\b/u],
  [
    'why',
    /\bwhy\b|\bwhat (?:causes?|caused)\b|\b(?:what|which) (?:is|was|are|were) the reasons?\b|\bfor what reason\b/u,
  ],
  [
    'how-to',
    /^how (?:do|does|can|could|to|should|would|might|must)\b|\bhow to\b|\bsteps? (?:to|for)\b|\bway (?:to|of)\b|\bhow (?:do|can|should|would) (?:i|we|you|one)\b|^(?:install|configure|set up|setup|create|add|remove|deploy|enable|disable|use|run|build|update|upgrade)\b/u,
  ],
  [
    'yes-no',
    /^(?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|had|must|may|am|isn't|aren't|doesn't|don't|can't)\b/u,
  ],
];

/** The default of something is told where that is described. */
const OF_DEFAULT = /^default (?:value (?:of|for) (?:the )?)?/u;

/** "What is X and how do I install it?" is treated as a question about what X is. */
const SECOND_QUESTION = /\s+and\s+(?:what|how|why|when|where|which|who|is|are|do|does|can)\b.*$/u;

/** Removes punctuation at the end and an article at the start of a captured text. */
function clean(captured: string | undefined): string {
  return (captured ?? '').replace(/(?<![?.!\s])[?.!\s]+$/u, '').replace(/^(?:an?|the)\s+/u, '');
}

export function analyseQuestion(question: string): QuestionAnalysis {
  const folded = question.normalize('NFC').toLowerCase().replace(/[’]/gu, "'").replace(/\s+/gu, ' ').trim();
  const text = folded
    .replace(BRIEFLY, '')
    .replace(LEAD_IN, '')
    .replace(ADVERB, '$1 ')
    .replace(/(?<![?.!\s])[?.!\s]+$/u, '');
  for (const pattern of COMPARISONS) {
    const match = pattern.exec(text);
    if (match !== null)
      return {
        text: question,
        kind: 'comparison',
        subject: '',
        compared: `${match[1]} vs ${match[2]?.replace(ASIDE, '')}`.split(BETWEEN_SIDES).map(clean),
      };
  }
  if (ERROR.test(question)) return { text: question, kind: 'error', subject: '', compared: [] };
  const first = text.replace(SECOND_QUESTION, '');
  for (const pattern of DEFINITIONS) {
    const match = pattern.exec(first);
    const subject = clean(match?.[1]).replace(OF_DEFAULT, '');
    // A long subject means a question about a thing, not for its definition.
    if (match !== null && subject.split(' ').length <= 4)
      return { text: question, kind: 'definition', subject, compared: [] };
  }
  const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'open';
  const choice = (CHOICE.exec(text) ?? ALTERNATIVES.exec(text))?.slice(1, 3).map(clean) ?? [];
  return { text: question, kind, subject: '', compared: choice };
}

/** Matches "list the phases", "which kinds of nodes are there", "what hooks does it have", "hooks list". */
const ASKS_FOR_SEVERAL =
  /^(?:list|enumerate|name)\b|\b(?:which|what) (?:are|kinds?|types?|sorts?|other|different)\b|\b(?:which|what) [\w-]+s (?:are|can|does|do|exist|come|is)\b|\blist$/iu;

/** True if the question asks for several things, such as all values of a setting. */
export function asksForSeveral(text: string): boolean {
  return ASKS_FOR_SEVERAL.test(text);
}

/** True for a definition that asks for a value: "What is the default port?" */
export function asksForValue(text: string): boolean {
  return /\b(?:default|(?:max|min)(?:imum)?)\b/iu.test(text);
}

/** True for one that asks for a certain thing, which may be a value: "What is the port?", not "What is a port?" */
export function asksForCertainThing(text: string): boolean {
  return asksForValue(text) || /\bthe\b/iu.test(text);
}
