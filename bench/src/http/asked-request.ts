import type { Surface } from './surface.ts';

/** One request that is sent again and again, and must always get the same reply. */
export interface AskedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests with equal questions are equal to the byte, including their ids, so that their replies must be equal too. */
export function askedRequests(
  questions: readonly string[],
  { path, body }: Pick<Surface, 'path' | 'body'>,
): readonly AskedRequest[] {
  return questions.map((question, index) => {
    const headers = { 'Content-Type': 'application/json', 'X-Request-Id': `bench-${index}` };
    return body === undefined
      ? { method: 'GET', path: `${path}?q=${encodeURIComponent(typed(question))}`, headers, body: '' }
      : { method: 'POST', path, headers, body: JSON.stringify(body(question)) };
  });
}

/** The last three words, the last one without its end, as a reader has typed them while the search box asks. */
function typed(question: string): string {
  return question.replace(/\?$/u, '').split(' ').slice(-3).join(' ').slice(0, -2);
}
