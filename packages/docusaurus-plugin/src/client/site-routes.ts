/** Docusaurus' table of routes, as far as it is used. */
export interface SiteRoute {
  readonly path: string;
  readonly routes?: readonly SiteRoute[];
}

/** Whether a path is a page of this build, so that it can be gone to without a reload. */
export function hasRoute(routes: readonly SiteRoute[], path: string): boolean {
  return routes.some((route) =>
    route.routes === undefined ? plain(route.path) === plain(path) : hasRoute(route.routes, path),
  );
}

/** Routes are written plainly, addresses with escapes; hosts add a slash or take it away. */
function plain(path: string): string {
  try {
    return decodeURI(path).replace(/\/+$/u, '');
  } catch {
    return path;
  }
}
