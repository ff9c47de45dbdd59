/** Formatting of a run of text on its page. Proof and citations use the text only; marks only affect display. */
export interface Mark {
  readonly kind: MarkKind;
  /** Offsets in the marked text, UTF-16 units; `end` is exclusive and greater than `start`. */
  readonly start: number;
  readonly end: number;
  /** Absolute target of a link, with the anchor after `#`; `''` for other kinds. */
  readonly href: string;
}

/**
 * `math` is TeX source without delimiters. `sup` and `sub` include the sign that separates them from the text before, if there is one:
 * `^6` or `^(n + 1)`, and `_` for `sub`. When shown raised or lowered, the sign and its brackets are removed. Struck-out text is
 * not kept.
 */
export type MarkKind = 'code' | 'strong' | 'emphasis' | 'sub' | 'sup' | 'math' | 'link';
