import type { InlineNode } from './inline-node.ts';

/** A run of `*`, `_` or `~~` that may begin or end an emphasis. */
export interface Delimiter {
  readonly type: 'delimiter';
  readonly char: string;
  /** As written. */
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

export type Piece = InlineNode | Delimiter;

/** Pairs delimiters as CommonMark does; those without a partner are text. */
export function pairDelimiters(given: readonly Piece[]): readonly InlineNode[] {
  const pieces: (InlineNode | (Delimiter & { left: number }))[] = given.map((piece) =>
    isDelimiter(piece) ? { ...piece, left: piece.length } : piece,
  );
  let at = 0;
  while (at < pieces.length) {
    const closer = pieces[at];
    if (!isDelimiter(closer) || !closer.closes || closer.left === 0) {
      at += 1;
      continue;
    }
    const from = openerOf(pieces, at, closer);
    const opener = pieces[from];
    if (!isDelimiter(opener)) {
      at += 1;
      continue;
    }
    const width = Math.min(2, opener.left, closer.left);
    const type = closer.char === '~' ? 'del' : width === 2 ? 'strong' : 'em';
    const children = pieces.slice(from + 1, at).map(asNode);
    opener.left -= width;
    closer.left -= width;
    pieces.splice(from + 1, at - from - 1, { type, children });
    at = from + 2;
  }
  return joined(pieces.map(asNode));
}

function openerOf(pieces: readonly Piece[], at: number, closer: Delimiter & { readonly left: number }): number {
  for (let from = at - 1; from >= 0; from -= 1) {
    const opener = pieces[from] as Piece & { readonly left: number };
    if (!isDelimiter(opener) || !opener.opens || opener.char !== closer.char || opener.left === 0) continue;
    // What can both open and close is paired only with what it cannot be confused with.
    const isTwofold = opener.closes || closer.opens;
    if (isTwofold && isThird(opener.length + closer.length) && !(isThird(opener.length) && isThird(closer.length))) {
      continue;
    }
    return from;
  }
  return -1;
}

function isThird(length: number): boolean {
  return length % 3 === 0;
}

function asNode(piece: InlineNode | (Delimiter & { readonly left: number })): InlineNode {
  return isDelimiter(piece) ? piece.char.repeat(piece.left) : piece;
}

function isDelimiter<T extends Piece>(piece: T | undefined): piece is Extract<T, { readonly type: 'delimiter' }> {
  return typeof piece === 'object' && piece.type === 'delimiter';
}

function joined(nodes: readonly InlineNode[]): readonly InlineNode[] {
  const all: InlineNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (typeof node === 'string' && typeof last === 'string') all[all.length - 1] = last + node;
    else if (node !== '') all.push(node);
  }
  return all;
}
