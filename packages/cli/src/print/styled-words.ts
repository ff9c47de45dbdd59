import type { Mark } from '@ibid/core';
import { plain, type Terminal } from '../terminal.ts';

export interface StyledWord {
  /** What it takes room for. */
  readonly text: string;
  readonly styled: string;
}

type Style = (text: string) => string;

/** The words of a text from a page, with its marks as far as a terminal can show them. `base` styles all of them. */
export function styledWords(
  text: string,
  marks: readonly Mark[],
  { color, link }: Terminal,
  base: Style = (one) => one,
): readonly StyledWord[] {
  const styles: { readonly [_ in Mark['kind']]?: Style } = {
    code: color.yellow,
    strong: color.bold,
    emphasis: color.italic,
    math: color.italic,
    strike: color.strikethrough,
  };
  const styleOf = ({ kind, href }: Mark): Style | undefined =>
    kind === 'link' && /^https?:\/\//iu.test(href) ? (one) => link(color.underline(one), href) : styles[kind];

  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
    const end = index + word.length;
    const here = marks.filter((mark) => mark.start < end && mark.end > index);
    const cuts = [...new Set([index, end, ...here.flatMap((mark) => [mark.start, mark.end])])]
      .filter((at) => at >= index && at <= end)
      .sort((one, other) => one - other);
    const styled = cuts.slice(1).map((to, at) => {
      const from = cuts[at]!;
      const over = here.filter((mark) => mark.start <= from && mark.end >= to);
      return over.reduce((shown, mark) => styleOf(mark)?.(shown) ?? shown, plain(text.slice(from, to)));
    });
    const shown = plain(word);
    return shown === '' ? [] : [{ text: shown, styled: base(styled.join('')) }];
  });
}
