export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Arguments of a tool call; `undefined` where they are no object. Many models write nothing where they mean none. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = text.trim() === '' ? {} : parsedJson(text);
  return isRecord(value) ? value : undefined;
}
