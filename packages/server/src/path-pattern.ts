/** Fits exactly the paths of a route, and the route as it is written. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/gu, '\\.').replace(/\{\w+\}/gu, '[^/]+')}$`, 'u');
}
