const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/** Words that a careful writer adds without adding a claim. Lower case, base forms. */
export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  list(`able accordingly afterwards anymore actual actually additional additionally aforementioned allow along already another anything
applicable apply appear appropriate aspect available based basic basically become besides call case cause certain
clear clearly come concept consequently consider corresponding course current currently describe described desired detail
different directly doc document documentation done effectively either else enable ensure especially every essentially even everything
example explain explicitly fact feature feel find fine follow following form function functionality furthermore general
generally get give go good guide happen help hence here however i.e important importantly include indeed instance instead intend
involve item kind know known let like likewise look main mainly make manner matter mean meaning means meanwhile mention
mentioned method moreover name namely need needed next normally note number object one option order other otherwise overall page
part particular particularly passage per perform place plus point possible present process proper properly provide purpose
rather reason refer regard regarding related relevant respective respectively result say section see serve similarly simply
since so-called something specific specifically specified state step still such support supported suitable take task tell term that
therefore thing though through thus topic type typically upon use used user using usual usually utilize value various versus via
want way well whatever whenever whereas whereby wherever whether whichever whose within without work yet`),
);

/** Common words that may replace one of the passage's own; a statement may hold one that does not stand there. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  list(`accomplish achieve act action address adjust affect aim appear approach ask assist assume attempt automatically avoid
base become begin behave behavior belong benefit bring build care carry change check choose collect combine come common commonly
compare complete completely component concern connect consist contain content continue control convert correct correctly cover
create deal decide define deliver depend design desire determine develop device easily easy effect efficient element enough
entire entirely entry establish exact exactly execute exist expect express extra facilitate first focus full fully gain generate great
group grow handle hold huge identify immediately implement improve indicate individual influence inform information initial
input instruct interact introduce issue keep large lead leave level limit list little load locate long major manage mark
match maintain move multiple necessary obtain occur offer often operate operation opt original output own pass perfect
permit person pick piece plan possess potential potentially practice prefer prepare prevent previous primary problem proceed produce program
project promote put quality question quick quickly reach react read ready real receive recommend reduce reflect relate
relation rely remain remember replace represent request require resource respond response responsible rest retain retrieve
return role rule run same save select send separate separately sequence set setup several share short show side simple simple
single situation size small solution solve source special specify stage stand start statement stay store straightforward
strategy strong structure subject suggest suit supply sure switch system target technique temporarily tend together tool total track
transfer treat trigger true try turn understand unique unit update usage useful valid vary version visit wait whole wish word write`),
);
