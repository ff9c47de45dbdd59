import type { QuestionKind } from '../question/analyse-question.ts';
import type { Unit } from './units.ts';

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|third|quarter|once|twice|percent|several|unlimited)\b/iu;
const TIME =
  /\b\d{3,4}s?\b|\b\d{1,2}(?::\d\d| ?[ap]m)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|decade|today|yesterday|year|season|week|before|after|until|once|whenever)\b/iu;
const PLACE =
  /\b(?:in|at|near|from|to|of|on|through|across|outside|inside|under)\s+(?:the\s+)?\p{Lu}\p{L}+|(?:^|\s)[~.]?\/?[\w.-]+\/[\w./-]+|\b[\w-]+\.(?:json|ya?ml|toml|js|ts|mjs|py|xml|conf|cfg|ini|md|env)\b|\b(?:file|folder|directory|page|menu|tab|section)\b/u;
const NAME = /(?<=\S\s)\p{Lu}\p{L}+/u;
const REASON =
  /\b(?:because|due to|since|so that|in order to|as a result|therefore|thus|to avoid|to prevent|reason|caus(?:e|es|ed)|led to|leads to|which means|otherwise)\b/iu;
const DEFINING =
  /\b(?:is|are|was|were|means|refers? to|stands? for|called|known as|defined as|defines|describes|consists? of|represents|provides)\b/iu;
const IMPERATIVE =
  /^(?:to\b|use|run|install|add|create|set|open|call|pass|configure|enable|disable|select|click|choose|start|write|define|import|make|first|then|next|finally|you (?:can|must|should|need)|if you)\b/iu;

/** Rates the form of a unit for this kind of question: 1 if it fits, 0 if not, 0.5 if form does not matter. */
export function fitsKind(unit: Unit, kind: QuestionKind): number {
  const test = (pattern: RegExp): number => (pattern.test(unit.text) ? 1 : 0);
  switch (kind) {
    case 'number':
      return test(NUMBER);
    case 'when':
      return test(TIME);
    case 'where':
      return test(PLACE);
    case 'who':
      return test(NAME);
    case 'why':
      return test(REASON);
    case 'definition':
      return test(DEFINING);
    case 'how-to':
      return unit.kind === 'step' || unit.kind === 'code' ? 1 : test(IMPERATIVE);
    case 'example':
      return unit.kind === 'code' ? 1 : 0;
    case 'error':
    case 'comparison':
    case 'yes-no':
    case 'open':
      return 0.5;
  }
}
