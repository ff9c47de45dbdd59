import GithubSlugger from 'github-slugger';

/** Ids of headings by their text, for the headings of one page in order. */
export type Slugger = (text: string) => string;

/** Sluggers by the generator that has them; GitHub's is that of Docusaurus, Starlight, Hugo and Jekyll too. */
export const SLUGGERS: Readonly<Record<'github' | 'mdbook' | 'mkdocs' | 'vitepress', () => Slugger>> = {
  github() {
    const github = new GithubSlugger();
    return (text) => github.slug(text);
  },
  /** Letters, digits, `_` and `-` of the text, ASCII letters in lower case, white space as `-`. */
  mdbook() {
    const unique = uniqueIds();
    return (text) => {
      const words = text.trim().replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '');
      return unique(words.replace(/\s/gu, '-').replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
    };
  },
  /** `slugify` and `unique` of Python-Markdown: https://python-markdown.github.io/extensions/toc/. */
  mkdocs() {
    const unique = countedIds();
    return (text) => {
      const ascii = text.normalize('NFKD').replace(/[^\0-\x7f]/g, '');
      return unique(
        ascii
          .replace(/[^\w\s-]/g, '')
          .trim()
          .toLowerCase()
          .replace(/[-\s]+/g, '-'),
      );
    };
  },
  /** `slugify` of https://github.com/meteorlxy/mdit-vue, and `markdown-it-anchor`: https://vitepress.dev/guide/markdown#header-anchors. */
  vitepress() {
    const unique = uniqueIds();
    return (text) =>
      unique(
        text
          .normalize('NFKD')
          .replace(/[\u0300-\u036f]/g, '')
          .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
          .replace(/^-|-$/g, '')
          .replace(/^\d/, '_$&')
          .toLowerCase(),
      );
  },
};

/** Counts the number at the end of a repeated id up, and puts 1 behind one without a number. */
function countedIds(): Slugger {
  const seen = new Set<string>();
  const next = new Map<string, number>();
  return (id) => {
    if (id !== '' && !seen.has(id)) {
      seen.add(id);
      return id;
    }
    const [, base = id, number = '0'] = /^(.*)_(\d{1,9})$/.exec(id) ?? [];
    const first = Number(number) + 1;
    // Up to the noted number all are taken.
    const noted = next.get(base) ?? 1;
    let count = Math.max(first, noted);
    while (seen.has(`${base}_${count}`)) count++;
    if (first <= noted) next.set(base, count + 1);
    seen.add(`${base}_${count}`);
    return `${base}_${count}`;
  };
}

/** Numbers repeated ids from 1. */
function uniqueIds(): Slugger {
  const seen = new Map<string, number>();
  return (id) => {
    for (let count = seen.get(id) ?? 0; ; count++) {
      const unique = count === 0 ? id : `${id}-${count}`;
      seen.set(id, count + 1);
      if (count === 0 ? unique !== '' : !seen.has(unique)) {
        if (count > 0) seen.set(unique, 1);
        return unique;
      }
    }
  };
}
