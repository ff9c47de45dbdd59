const KINDS: Readonly<Record<number, string>> = { 400: 'Wrong input: ', 404: 'Not found: ', 409: 'Wrong input: ' };

/** An error that the server answers with, in the words of Qdrant's own prefix for such a status. */
export function refusal(status: number, message: string): Error {
  return new Error(`${KINDS[status] ?? ''}${message}`, { cause: { status } });
}

/** The status of a `refusal`, or `undefined` for any other thing thrown. */
export function statusOfRefusal(thrown: unknown): number | undefined {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  const status: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'status') : undefined;
  return typeof status === 'number' ? status : undefined;
}
