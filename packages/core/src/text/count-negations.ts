const NEGATION = /\b(?:no|not|never|none|nor|neither|nothing|nobody|without|cannot)\b|n['’]t\b/giu;

/** How many English words of a text turn what it says into the opposite. */
export function countNegations(text: string): number {
  return text.match(NEGATION)?.length ?? 0;
}
