const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/** Words that a careful writer adds without adding a claim. Lower case, base forms. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  list(`able accordingly actual actually additional additionally aforementioned afterwards allow along already another anymore
anything applicable apply appear appropriate aspect available based basic basically become besides call case cause certain
clear clearly come concept consequently consider corresponding course current currently describe described desired detail
different directly doc document documentation done effectively either else enable ensure especially essentially even every
everything example explain explicitly fact feature feel find fine follow following form function functionality furthermore
general generally get give go good guide happen help hence here however i.e important importantly include indeed instance
instead intend involve item kind know known let like likewise look main mainly make manner matter mean meaning means meanwhile
mention mentioned method moreover name namely need needed next normally note number object one option order other otherwise
overall page part particular particularly passage per perform place plus point possible present process proper properly
provide purpose put rather reason refer regard regarding related relevant respective respectively result say section see serve
similarly simply since so-called something specific specifically specified state step still such support supported suitable
take task tell term that therefore thing though through thus together topic type typically upon use used using usual usually
utilize value various versus via want way well whatever whenever whereas whereby wherever whether whichever whose within work
yet`),
);

/** Common verbs and nouns that may replace one of the passage's own; a statement may hold one that does not stand there. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  list(`accomplish achieve act action address adjust affect aim approach ask assist assume attempt avoid become begin behave
behavior belong benefit bring care carry change check choose choice collect combine come compare component concern connect consist
contain content continue control cover create deal decide define deliver depend design desire determine easily easy effect
efficient element entry establish execute exist expect express facilitate first focus fully gain generate great group grow handle
hold identify impact implement indicate inform information input instruct interact introduce issue keep lead leave level list locate
long maintain manage mark multiple obtain occur offer operate operation output own person pick piece plan possess practice prefer
prepare problem proceed produce program promote question reach react ready receive recommend reflect relate relation rely remain
remember represent request resource respond responsible rest retain retrieve role rule run save select separate sequence set
setup several share show side simple single situation solution solve specify stage start statement stay straightforward strategy
structure subject suggest suit supply system target technique tend tool track treat trigger try turn understand unit update
usage useful user vary visit wait whole wish word write`),
);
