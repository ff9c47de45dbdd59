const ISE = /^(.{2,}[^aiou])is(e|ed|es|ers?|ing|ations?|ational|able|ability)$/u;
/** Letters before an ending in -ise that is American, too: "promise", "precise", "exercise", "advertise", "supervise". */
const ISE_EVERYWHERE =
  /(?:[pvw]|ch|(?:^.?|[np])r|(?<![ai])c|prom|prem|dem|surm|chem|parad|merchand|advert|expert|chast|treat|pract)$/u;
const OTHERS =
  /(?<=.l)ys(?=(?:e|ed|es|ers?|ing)$)|(?<=^(?:dis|un)?(?:arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|vap))our|(?<=(?:cent|fib|lit|met|theat|calib))(?:re(?=s?$)|r(?=ed$|ing$))|(?<=^(?:lic|def|off|pret))ence(?=[ds]?$)|(?<=l)ogue(?=s?$)/u;
const AMERICAN: Readonly<Record<string, string>> = {
  ys: 'yz',
  our: 'or',
  re: 'er',
  r: 'er',
  ence: 'ense',
  ogue: 'og',
};

/** The American spelling of a lower-case English word, so that readers and pages may use different ones; other words stay as they are. */
export function americanSpelling(word: string): string {
  const [, stem, ending] = ISE.exec(word) ?? [];
  if (stem !== undefined) return ISE_EVERYWHERE.test(stem) ? word : `${stem}iz${ending}`;
  return word.replace(OTHERS, (british) => AMERICAN[british]!);
}
