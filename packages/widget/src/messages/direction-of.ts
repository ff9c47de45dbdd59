const FROM_THE_RIGHT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** How a language is written; by its script where the tag names one (`ks-Deva`, `az-Arab`). Unknown ones are written from the left. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...parts] = locale.toLowerCase().split(/[-_]/u);
  const script = parts.find((part) => part.length === 4);
  if (script !== undefined) return ['arab', 'hebr', 'thaa', 'syrc', 'nkoo', 'aran'].includes(script) ? 'rtl' : 'ltr';
  return FROM_THE_RIGHT.has(language) ? 'rtl' : 'ltr';
}
