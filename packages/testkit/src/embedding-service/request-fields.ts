/** The fields of whatever was parsed; none of what is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `undefined` unless it is a list of texts with at least one. */
export function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === 'string') ? value : undefined;
}

export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer (.+)$/u.exec(headers.get('authorization') ?? '')?.[1];
}
