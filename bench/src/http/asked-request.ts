import type { Surface } from './surface.ts';

/** One request that is sent again and again, and must always get the same reply. */
export interface AskedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests with equal questions are equal to the byte, including their ids, so that their replies must be equal too. */
export function askedRequests(
  questions: readonly string[],
  { path, body }: Pick<Surface, 'path' | 'body'>,
): readonly AskedRequest[] {
  return questions.map((question, index) => ({
    path,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': `bench-${index}` },
    body: JSON.stringify(body(question)),
  }));
}
