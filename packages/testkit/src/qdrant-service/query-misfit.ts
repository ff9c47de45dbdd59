import type { Route } from './routes/route.ts';

const FORMS: Readonly<Record<string, RegExp>> = {
  wait: /^(?:true|false)$/u,
  ordering: /^(?:weak|medium|strong)$/u,
  timeout: /^[1-9]\d*$/u,
  priority: /^(?:no_sync|snapshot|replica)$/u,
  checksum: /^[\da-f]{64}$/u,
  consistency: /^(?:\d+|majority|quorum|all)$/u,
};

/** What is wrong with the parameters behind a path, or `undefined`. */
export function queryMisfit(route: Route, query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (!(route.query as readonly string[]).includes(name)) return `unknown query parameter ${name}`;
    if (FORMS[name]?.test(value) !== true) return `query parameter ${name} cannot be ${value}`;
  }
  return undefined;
}
