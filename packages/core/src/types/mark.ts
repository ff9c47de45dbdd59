/** How a run of a page's text looks there. What is proved and cited is the text; marks only say how to show it. */
export interface Mark {
  readonly kind: MarkKind;
  /** Offsets in the text that carries the mark, UTF-16 units; `end` is exclusive and greater than `start`. */
  readonly start: number;
  readonly end: number;
  /** Of a link: its target, absolute, with the anchor after `#`; `''` for other kinds. */
  readonly href: string;
}

/**
 * `math` is TeX source without delimiters. `sup` and `sub` hold the sign that keeps them apart from what they stand behind, where there is
 * one: `^6` or `^(n + 1)`, and `_` for `sub`; shown raised or lowered, the sign and its brackets go. `strike` is made by no parser, because
 * struck-out text is not kept.
 */
export type MarkKind = 'code' | 'strong' | 'emphasis' | 'strike' | 'sub' | 'sup' | 'math' | 'link';
