/**
 * Which locales this `docusaurus build` makes: those that its command line names (`--locale fr`, `-l fr en`, `--locale=fr`), else all of the
 * site. `argv` is the whole command line; one that is not of `docusaurus build`, as of a script that calls Docusaurus itself, names none.
 */
export function localesOfBuild(
  argv: readonly string[],
  { locales, currentLocale }: { readonly locales: readonly string[]; readonly currentLocale: string },
): readonly string[] {
  const named: string[] = [];
  let taking = false;
  for (const argument of argv) {
    const joined = /^(?:--locale=|-l=?)(.+)$/u.exec(argument)?.[1];
    if (joined !== undefined) named.push(joined);
    else if (taking && !argument.startsWith('-')) named.push(argument);
    taking = argument === '--locale' || argument === '-l' || (taking && !argument.startsWith('-'));
  }
  // The folder of the site may follow the locales; it is none of them.
  const known = named.filter((name) => locales.includes(name) || name === currentLocale);
  return known.includes(currentLocale) ? [...new Set(known)] : locales;
}
