export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; `undefined` if it is invalid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses the arguments of a tool call; `undefined` if they are not an object. Many models send an empty text for no arguments. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = text.trim() === '' ? {} : parsedJson(text);
  return isRecord(value) ? value : undefined;
}
