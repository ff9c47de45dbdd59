/** Ending of a word in British spelling, behind letters where no other word ends so: "organise" but not "promise", "colour" but not "tour". */
const BRITISH =
  /(?<=^.{2,}(?:[aeiou]l|ll|[aeou]r|[aeiou]n|gn|rn|rd|im|[^r]om|[aeip]t|og|ic|[ae]s))is(?=(?:e|ed|es|ers?|ing|ations?|able)$)|(?<=.l)ys(?=(?:e|ed|es|ers?|ing)$)|(?<=^(?:dis|un)?(?:arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|vap))our|(?<=(?:cent|fib|lit|met|theat|calib))re(?=s?$)|(?<=^(?:lic|def|off|pret))ence(?=s?$)|(?<=l)ogue(?=s?$)/u;
const AMERICAN: Readonly<Record<string, string>> = {
  is: 'iz',
  ys: 'yz',
  our: 'or',
  re: 'er',
  ence: 'ense',
  ogue: 'og',
};

/** The American spelling of a lower-case English word, so that readers and pages may use different ones; other words stay as they are. */
export function americanSpelling(word: string): string {
  return word.replace(BRITISH, (ending) => AMERICAN[ending]!);
}
