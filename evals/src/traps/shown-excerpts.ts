import type { Answer, Citation, ClosestPassage, Excerpt, Statement } from '@ibid/core/types';

/** One excerpt as a reader sees it. */
export interface ShownExcerpt {
  readonly url: string;
  /** Page title and headings above the excerpt. */
  readonly head: string;
  readonly text: string;
}

type Worded = Pick<Statement, 'text' | 'marks'>;
type Placed = Pick<Statement, 'text' | 'marks' | 'excerpt' | 'citations'>;
type Cited = Pick<Citation, 'index' | 'url' | 'title' | 'heading'>;

export interface ShownAnswer {
  readonly outcome: Answer['outcome'];
  readonly statements: readonly Placed[];
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Cited[];
}

/** Excerpts of an answer; none if nothing is answered. Statements without an excerpt are grouped by page and section of their first citation. */
export function answerExcerpts({ outcome, statements, excerpts, citations }: ShownAnswer): readonly ShownExcerpt[] {
  if (outcome !== 'answered') return [];
  const places = new Map(citations.map(({ index, url, title, heading }) => [index, { url, head: [title, heading] }]));
  const found: { url: string; head: readonly string[]; excerpt: number | undefined; statements: Placed[] }[] = [];
  for (const statement of statements) {
    const place = placeOf(statement, excerpts, places);
    const last = found.at(-1);
    const isSame = (other: typeof place): boolean =>
      other.url === place.url && other.head.join('\n') === place.head.join('\n');
    if (last !== undefined && last.excerpt === statement.excerpt && isSame(last)) last.statements.push(statement);
    else found.push({ ...place, excerpt: statement.excerpt, statements: [statement] });
  }
  return found.map(({ url, head, statements: own }) => shown(url, head, own));
}

function placeOf(
  { excerpt, citations: [first = 0] }: Placed,
  excerpts: readonly Excerpt[],
  places: ReadonlyMap<number, { readonly url: string; readonly head: readonly string[] }>,
): { readonly url: string; readonly head: readonly string[] } {
  const own = excerpt === undefined ? undefined : excerpts[excerpt];
  if (own !== undefined) return { url: own.url, head: [own.title, ...own.headings] };
  return places.get(first) ?? { url: '', head: [] };
}

/** The closest passages, shown if the question is not answered. */
export function closestExcerpts({ closest }: Pick<Answer, 'closest'>): readonly ShownExcerpt[] {
  return closest.map((passage: ClosestPassage) =>
    shown(passage.url, [passage.title, ...passage.headings], passage.statements),
  );
}

function shown(url: string, head: readonly string[], statements: readonly Worded[]): ShownExcerpt {
  return { url, head: [...new Set(head)].join(' › '), text: statements.map(visibleText).join('\n') };
}

const RAISED = '^';
const LOWERED = '↓';

/** Visible text of a statement. Raised and lowered digits are marked, because readers do not read them as part of a number. */
function visibleText({ text, marks }: Worded): string {
  let visible = '';
  for (let at = 0; at < text.length; at += 1) {
    const begins = (kind: string): boolean => marks.some((mark) => mark.kind === kind && mark.start === at);
    if (begins('sup')) visible += RAISED;
    if (begins('sub')) visible += LOWERED;
    visible += text[at];
  }
  return visible;
}
