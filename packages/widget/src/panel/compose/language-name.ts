/** Name of a language in the language of the panel, with a capital where that has capitals; the tag itself where nobody knows it. */
export function languageName(tag: string, locale: string): string {
  try {
    const name = new Intl.DisplayNames([locale === '' ? 'en' : locale], { type: 'language' }).of(tag) ?? tag;
    return name.slice(0, 1).toLocaleUpperCase(locale === '' ? 'en' : locale) + name.slice(1);
  } catch {
    return tag;
  }
}
