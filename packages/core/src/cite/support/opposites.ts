import { baseForm } from './base-form.ts';

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
