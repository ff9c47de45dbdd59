import { jsonPath, pruned } from './json-path.ts';
import type { JsonObject } from './json-value.ts';

export type PayloadSelector =
  | boolean
  | readonly string[]
  | { readonly include: readonly string[] }
  | { readonly exclude: readonly string[] }
  | null
  | undefined;

type Select = (payload: JsonObject) => JsonObject | undefined;

/** What of a payload goes into a reply. */
export function payloadSelection(selector: PayloadSelector, otherwise: boolean): Select {
  const chosen = selector ?? otherwise;
  if (chosen === true) return (payload) => payload;
  if (chosen === false) return () => undefined;
  const keys = 'exclude' in chosen ? undefined : 'include' in chosen ? chosen.include : chosen;
  const paths = (keys ?? (chosen as { exclude: readonly string[] }).exclude).map(jsonPath);
  if (keys !== undefined && paths.every((path) => path.length === 1)) {
    const names = paths.map(([name]) => name);
    return (payload) =>
      Object.fromEntries(
        names.flatMap((name) => (Object.hasOwn(payload, name) ? [[name, payload[name]!] as const] : [])),
      );
  }
  return (payload) =>
    keys === undefined
      ? pruned(payload, (path) => !paths.some((pattern) => pattern.every((step, at) => path[at] === step)))
      : pruned(payload, (path) =>
          paths.some((pattern) => path.every((step, at) => at >= pattern.length || pattern[at] === step)),
        );
}
