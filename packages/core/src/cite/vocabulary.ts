import { stemWord } from '../text/word-tokens.ts';

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

const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/** Words that a careful writer adds without adding a claim. Lower case, base forms. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  list(`able according accordingly actual actually additional additionally aforementioned afterwards allow along already another anymore
anything applicable apply appear appropriate aspect available based basic basically become besides call case cause certain
clear clearly come concept consequently consider corresponding course current currently describe described desired detail
different directly doc document documentation done due effectively either else enable ensure especially essentially even every
everything example explain explicitly fact feature feel find fine follow following form function functionality furthermore
general generally get give go good guide happen help hence here however i.e important importantly include indeed instance
instead intend involve item kind know known let like likewise look main mainly make manner matter mean meaning means meanwhile
mention mentioned method moreover name namely need needed next normally note number object one option order other otherwise
overall page part particular particularly passage per perform place plus point possible present process proper properly
provide purpose put rather reason refer regard regarding related relevant respective respectively result say section see serve
similarly simply significant significantly since so-called something specific specifically specified state step still such support supported suitable
take task tell term that therefore thing though through thus together topic type typically upon use used using usual usually
utilize value various versus via want way well whatever whenever whereas whereby wherever whether whichever whose within work
yes yet`),
);

/** Common verbs, and nouns that only hold a sentence together. A statement may hold one that does not stand in the passage. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  list(`accomplish achieve act adjust affect aim approach ask assist assume attempt avoid become begin behave behavior belong
benefit bring care carry change check choose choice collect combine come compare concern connect consist contain continue
control cover create deal decide define deliver depend design desire determine easily easy effect efficient establish
execute exist expect express facilitate first focus fully gain generate great grow handle hold identify impact implement
indicate inform information instruct interact introduce issue keep lead leave locate long maintain manage mark multiple
obtain occur offer operate own pick plan possess practice prefer prepare problem proceed produce promote question reach
react ready receive recommend reflect relate relation rely remain remember represent request respond responsible rest
retain retrieve role run save select separate set several share show simple single situation solution solve specify start
stay straightforward strategy suggest suit supply technique tend treat trigger try turn understand update useful vary visit
wait whole wish write`),
);

/** Groups of words that say the same in documentation. A word may stand in several. */
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

/** Numbers of the groups that a base form is in; empty for most words. */
export function synonymGroups(key: string): readonly number[] {
  return NUMBERS.get(key) ?? NONE;
}

const NONE: readonly number[] = [];

/** Pairs of which one denies, or stands against, the other. */
const PAIRS = `
enable disable|enabled disabled|allow forbid|allow deny|allow block|allow prevent|allow prohibit|permit forbid|permit deny|permit prohibit|accept reject|accept refuse|grant revoke|grant deny
true false|always never|always sometimes|often rarely|usually rarely|frequently rarely|sometimes never|before after|more less|more fewer|most least|increase decrease|increase reduce|raise lower|grow shrink
minimum maximum|min max|include exclude|include omit|required optional|mandatory optional|require forbid|require prohibit|necessary unnecessary|start stop|start end|begin end|begin finish|open close|open closed|first last
public private|safe unsafe|mutable immutable|early late|earlier later|next previous|old new|older newer|oldest newest|oldest latest|recent old|former latter
high low|higher lower|highest lowest|large small|larger smaller|largest smallest|big small|bigger smaller|biggest smallest|long short|longer shorter|longest shortest|greater smaller|greater less|greatest smallest
fast slow|faster slower|fastest slowest|quickly slowly|good bad|better worse|best worst|strong weak|stronger weaker|easy hard|easy difficult|easier harder|simple complex|cheap expensive|wide narrow|wider narrower
left right|up down|upper lower|top bottom|front back|inside outside|within outside|within across|internal external|inner outer|on off|above below|over under|upward downward|upwards downwards|forward backward|forwards backwards
import export|upload download|input output|push pull|read write|send receive|add remove|insert delete|create delete|create destroy|attach detach|append prepend|lock unlock|load unload|enter leave|enter exit
encrypt decrypt|encode decode|compress decompress|connect disconnect|mount unmount|install uninstall|subscribe unsubscribe|serialize deserialize|pass fail|succeed fail|success failure|success error|win lose
all none|all some|all few|every some|everything nothing|everyone nobody|both neither|same different|equal different|single multiple|many few|whole partial|fully partially|completely partially|entirely partly|exactly approximately|exactly roughly
online offline|local remote|local global|client server|primary secondary|source target|source destination|parent child|ascending descending|synchronous asynchronous|synchronously asynchronously|sync async|static dynamic|manual automatic|manually automatically|temporary permanent|temporarily permanently
rise fall|gain loss|hot cold|warm cold|dark light|empty full|deep shallow|thick thin|heavy light|present absent|visible hidden|show hide|keep discard|keep drop|keep remove|keep delete|save discard|remember forget|preserve discard
horizontal vertical|row column|odd even|positive negative|plus minus|deprecated recommended|stable experimental|lazy eager|lazily eagerly|implicit explicit|implicitly explicitly|strict loose|common rare|sufficient insufficient|buy sell
male female|man woman|father mother|son daughter|husband wife|brother sister|north south|east west|northern southern|eastern western|birth death|alive dead|guilty innocent|agree disagree|support oppose|recommend discourage|recommended discouraged
advantage disadvantage|continue stop|resume pause|resume suspend|wait proceed|shared exclusive|shared separate|shared private|together separately|immediately eventually|immediately later|once repeatedly|unique duplicate|ignore consider|ignore use|ignored used|respect ignore
expand collapse|maximize minimize|daily weekly|daily monthly|weekly monthly|monthly yearly|hourly daily|morning evening|today tomorrow|yesterday tomorrow|free paid|supported unsupported|known unknown|possible impossible|available unavailable|valid invalid|secure insecure|stateless stateful|blocking nonblocking|persistent volatile|persist discard|authenticated anonymous|trusted untrusted|inclusive exclusive|active inactive|active passive|singular plural|ordered unordered|sorted unsorted|optional mandatory|encrypted plain|succeed crash|automatic manual|healthy broken|development production|test production|outgoing incoming|inbound outbound|head tail|host guest|reader writer|producer consumer|publisher subscriber|request response|like unlike|current previous|current former|keep lose|keep stop|preserve lose|retain lose|gain lose|succeed break|first second
complete incomplete|correct incorrect|consistent inconsistent|direct indirect|compatible incompatible|accurate inaccurate|dependent independent|visible invisible|appropriate inappropriate|finite infinite|frequent infrequent|sensitive insensitive|regular irregular|reversible irreversible|relevant irrelevant|legal illegal|activate deactivate|allocate deallocate|couple decouple|compose decompose|provision deprovision|register deregister|symmetric asymmetric|configured misconfigured|secure insecure|usual unusual|greater fewer|upgrade downgrade|maximal minimal|verbose quiet|major minor|slow quick|slower quicker|shortest longest|nearest farthest|plaintext encrypted|hashed plaintext
`;

/** Prefixes that turn a word into its opposite; `in-`, `im-`, `de-` and `a-` begin too many other words and stand in the pairs. */
const DENYING = ['un', 'non', 'dis'];
const NOT_DENIED = new Set([
  'less',
  'play',
  'cover',
  'tribut',
  'patch',
  'strict',
  'tanc',
  'card',
  'cuss',
  'charg',
  'cours',
]);

const OPPOSITES = new Map<string, Set<string>>();
for (const pair of PAIRS.trim().split(/[|\n]/u)) {
  const [one, other] = pair.split(' ').map(baseForm) as [string, string];
  if (one === other) continue;
  OPPOSITES.set(one, (OPPOSITES.get(one) ?? new Set()).add(other));
  OPPOSITES.set(other, (OPPOSITES.get(other) ?? new Set()).add(one));
}

/** Whether two different base forms deny each other: a known pair, or one is the other behind a denying prefix. */
export function areOpposites(one: string, other: string): boolean {
  if (OPPOSITES.get(one)?.has(other) === true) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4 || !long.endsWith(short) || NOT_DENIED.has(short)) return false;
  return DENYING.includes(long.slice(0, long.length - short.length));
}
