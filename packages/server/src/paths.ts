import type { Endpoint } from '@ibid/wire';

/** The endpoint that a path belongs to, `undefined` for none: of several methods the one asked for, else the first. */
export type EndpointAt = (method: string, path: string) => Endpoint | undefined;

export function endpointAt(endpoints: readonly Endpoint[]): EndpointAt {
  const patterns = Map.groupBy(endpoints, ({ path }) => path);
  const exact = new Map([...patterns].filter(([path]) => !path.includes('{')));
  const others = [...patterns]
    .filter(([path]) => !exact.has(path))
    .map(([path, found]) => ({ pattern: pathPattern(path), found }));
  return (method, path) => {
    const found = exact.get(path as Endpoint['path']) ?? others.find(({ pattern }) => pattern.test(path))?.found;
    return found?.find((endpoint) => endpoint.method === method) ?? found?.[0];
  };
}

/** Fits exactly the paths of a route, and the route as it is written. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/gu, '\\.').replace(/\{\w+\}/gu, '[^/]+')}$`, 'u');
}
