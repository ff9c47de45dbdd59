import { stemWord } from '../../text/word-tokens.ts';

/** Forms that no rule of endings brings together, each group led by its base. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `be am is are was were been being|have has had having|do does did done|go goes went gone|write wrote written|read reads|run ran
send sent|keep kept|hold held|find found|get got gotten|give gave given|take took taken|make made|build built|begin began begun
break broke broken|bring brought|buy bought|catch caught|choose chose chosen choice|come came|do did done|draw drew drawn|drive drove driven
eat ate eaten|fall fell fallen|feel felt|fight fought|fly flew flown flight|forget forgot forgotten|freeze froze frozen|grow grew grown
hear heard|hide hid hidden|know knew known|lay laid|lead led|leave left|lend lent|lose lost loss|mean meant|meet met|overwrite overwrote overwritten
override overrode overridden|pay paid|ride rode ridden|ring rang rung|rise rose risen|say said|see saw seen|seek sought|sell sold sale|shake shook shaken
show shown|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken speech|spend spent|stand stood|steal stole stolen|swim swam swum
teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|bind bound
child children|man men|woman women|person people|index indices indexes|vertex vertices|matrix matrices|datum data|criterion criteria|life lives|die dying death
mouse mice|foot feet|analysis analyses|basis bases|axis axes|hypothesis hypotheses|schema schemata|leaf leaves|half halves|self selves
config configuration configure configured configures|repo repository|doc documentation document|admin administrator|app application|param parameter|arg argument|env environment|dir directory|db database
auth authentication|fix fixes|match matches|bear born birth|believe belief|prove proof|respond response
default defaults|january jan|february feb|april apr|june jun|july jul|august aug|september sept sep|october oct|november nov`
    .split(/[|\n]/u)
    .flatMap((group) => {
      const [base, ...forms] = group.trim().split(' ');
      return forms.map((form): [string, string] => [form, base!]);
    }),
);

/** The stemmer would part these from their other forms. */
const KEPT = /(?<!^agr|^fr|^guarant|^decr)eed$/u;

const cache = new Map<string, string>();
const CACHED = 20_000;

/** What plain words are compared by: one base for irregular forms and British spellings, then the stem. Takes lower case. */
export function baseForm(lower: string): string {
  const known = cache.get(lower);
  if (known !== undefined) return known;
  const base = IRREGULAR.get(lower) ?? lower;
  const american = base
    .replace(/is(?=(?:e[drs]?|ing|ations?|able)$)/u, 'iz')
    .replace(/(?<=\p{L}{2})our(?=$|s$|ed$|ing$|ite|al$|able$)/u, 'or')
    .replace(/yse(?=[drs]?$)/u, 'yze')
    .replace(/tre$/u, 'ter')
    .replace(/ogue$/u, 'og');
  const stem = KEPT.test(american) ? american : stemWord(american);
  if (cache.size >= CACHED) cache.clear();
  cache.set(lower, stem);
  return stem;
}
