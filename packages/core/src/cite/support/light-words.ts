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
