import { COLLECTION_ROUTES } from './collection-routes.ts';
import { READ_ROUTES } from './read-routes.ts';
import type { Route } from './route.ts';
import { SERVICE_ROUTES } from './service-routes.ts';
import { SNAPSHOT_ROUTES } from './snapshot-routes.ts';
import { WRITE_ROUTES } from './write-routes.ts';

interface FoundRoute {
  readonly route: Route;
  readonly parameters: readonly string[];
}

/** Fixed paths come before open ones. */
export const ROUTES: readonly Route[] = [
  ...SERVICE_ROUTES,
  ...COLLECTION_ROUTES,
  ...READ_ROUTES,
  ...WRITE_ROUTES,
  ...SNAPSHOT_ROUTES,
];

const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/gu, '([^/]+)')}/?$`, 'u'),
}));

/** The operation of a request, or `undefined` for what is not served. */
export function findRoute(method: string, path: string): FoundRoute | undefined {
  for (const { route, pattern } of PATTERNS) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match !== null) return { route, parameters: match.slice(1).map(decoded) };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // As it stands: no collection is named so.
    return part;
  }
}
