import type { Surface } from './surface.ts';

/** One question as it is sent again and again, and the reply that it must always have. */
export interface AskedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests of equal questions are equal to the byte, their ids included, so that their replies must be. */
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
