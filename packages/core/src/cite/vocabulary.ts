import { stemWord } from '../text/word-tokens.ts';

/** Forms that no rule of endings connects. The first word of each group is its base. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `be am is are was were been being|have has had having|do does did done|go goes went gone|write wrote written|read reads|run ran
send sent|keep kept|hold held|find found|get got gotten|give gave given|take took taken|make made|build built|begin began begun
break broke broken|bring brought|buy bought|catch caught|choose chose chosen choice|come came|draw drew drawn|drive drove driven
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

/** Words ending in `-eed` that the stemmer would separate from their other forms. */
const KEPT = /(?<!^agr|^fr|^guarant|^decr)eed$/u;

const cache = new Map<string, string>();
const CACHED = 20_000;

/** Returns the form by which plain words are compared: one base for irregular forms and British spellings, then stemmed. Takes lower case. */
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

/** Groups of words with the same meaning in documentation. A word may be in several groups. */
const GROUPS: readonly string[] = `
create make build generate produce construct establish|remove delete drop erase clear discard|run execute invoke launch
use utilize employ apply leverage|let allow enable permit|show display present print output render|need require necessary must mandatory requirement
begin start launch initiate commence|stop end finish terminate halt quit cease|get obtain retrieve fetch receive acquire
give provide supply offer deliver|change modify alter edit update adjust modification|choose select pick choice
keep retain hold maintain preserve store save|send transmit pass deliver|big large|fast quick rapid|folder directory|parameter argument
option setting parameter preference flag|error failure mismatch exception|fail crash break failure|wait pause block
contain hold include comprise consist have|define specify declare set|call invoke|connect link attach join|check verify test validate confirm
ensure guarantee|function method|happen occur|help assist aid|explain describe|several multiple many|single one sole|whole entire complete
part piece component portion|copy duplicate clone|status condition state|return yield respond answer reply give|find locate discover search
handle process manage treat|add append insert attach include|put place|each every per|mean denote signify represent indicate|identical same equal
different differ distinct|split divide cut separate|combine merge join|avoid prevent|work operate function|turn switch|allowed permitted possible
information data|program application software|maximum max most limit|minimum min least|default standard|automatic automatically itself
begin first initial|often frequently commonly|usually typically normally generally|about approximately around roughly|once when after
because since due|build compile|write save store|version release edition|upgrade update|place location position|page document site|people user person
command instruction|list enumerate|open launch|watch monitor observe track|repeat again retry|shut close|log record|fill populate|hide conceal
simple easy|speed rate|span range|restart reboot|length duration|expire expiration|live alive|ask request|buy purchase|simplify ease
setup configuration|house home|assist help support|guide instruction`
  .trim()
  .split(/[|\n]/u);

const NUMBERS = new Map<string, number[]>();
for (const [group, words] of GROUPS.entries()) {
  for (const word of words.split(' ')) {
    const key = baseForm(word);
    NUMBERS.set(key, [...(NUMBERS.get(key) ?? []), group]);
  }
}

/** Returns the numbers of the synonym groups of a base form; empty for most words. */
export function synonymGroups(key: string): readonly number[] {
  return NUMBERS.get(key) ?? NONE;
}

const NONE: readonly number[] = [];
