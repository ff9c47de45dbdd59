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

/** Emphasis in emphasis: what lies deeper is text, for no browser lays out thousands of elements in one another. */
const MAX_DEPTH = 32;

type Open = InlineNode | (Delimiter & { left: number });

/** Pairs delimiters as CommonMark does; those without a partner are text. */
export function pairDelimiters(given: readonly Piece[]): readonly InlineNode[] {
  const pieces: Open[] = given.map((piece) => (isDelimiter(piece) ? { ...piece, left: piece.length } : piece));
  const depths = new WeakMap<object, number>();
  // Below these places no opener was found for closers of a kind; looking there again and again would take the square of the time.
  const bottoms = new Map<string, number>();
  let at = 0;
  while (at < pieces.length) {
    const closer = pieces[at];
    if (!isDelimiter(closer) || !closer.closes || closer.left === 0) {
      at += 1;
      continue;
    }
    const kind = `${closer.char}${closer.opens} ${closer.length % 3}`;
    const from = openerOf(pieces, at, closer, bottoms.get(kind) ?? 0);
    const opener = pieces[from];
    if (!isDelimiter(opener)) {
      bottoms.set(kind, at);
      at += 1;
      continue;
    }
    const width = Math.min(2, opener.left, closer.left);
    const type = closer.char === '~' ? 'del' : width === 2 ? 'strong' : 'em';
    const children = pieces.slice(from + 1, at).map(asNode);
    const depth = 1 + children.reduce((most, node) => Math.max(most, depthOf(node)), 0);
    opener.left -= width;
    closer.left -= width;
    if (depth > MAX_DEPTH) {
      children.forEach((child, index) => (pieces[from + 1 + index] = child));
      continue;
    }
    const node = { type, children } as const;
    depths.set(node, depth);
    pieces.splice(from + 1, at - from - 1, node);
    for (const [one, bottom] of bottoms) bottoms.set(one, Math.min(bottom, from + 1));
    at = from + 2;
  }
  return joined(pieces.map(asNode));

  function depthOf(node: InlineNode): number {
    return typeof node === 'string' ? 0 : (depths.get(node) ?? 0);
  }
}

/** `-1` without one. None stands before `bottom`. */
function openerOf(
  pieces: readonly Open[],
  at: number,
  closer: Delimiter & { readonly left: number },
  bottom: number,
): number {
  for (let from = at - 1; from >= bottom; from -= 1) {
    const opener = pieces[from];
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
