/** A piece of one line of text. There is none for addresses, pictures or markup. */
export type InlineNode =
  | string
  | { readonly type: 'strong' | 'em' | 'del'; readonly children: readonly InlineNode[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' };
