import type { Endpoint } from '@ibid/wire';
import type { App, AppContext } from './call.ts';
import type { RequestLimit } from './limits.ts';

export type Handler = (c: AppContext) => Promise<Response> | Response;

/** A path that the server handles. */
export interface Route {
  /** Name in reports. `{name}` is one segment, or the rest of the path if `pattern` allows that. */
  readonly path: string;
  readonly pattern: RegExp;
  /** Limit that its requests count against before they are read. */
  readonly limit: RequestLimit;
  /** `any-host`: accepts every host name, because health checks are sent to an address. `any-origin`: also open to pages of all other sites. */
  readonly open: 'any-host' | 'any-origin' | undefined;
  /** Allowed methods, with the endpoint of each if it belongs to a contract. */
  readonly methods: Map<string, Endpoint | undefined>;
}

export interface RouteOptions extends Pick<Partial<Route>, 'open' | 'pattern'> {
  readonly limit: RequestLimit;
  readonly endpoint?: Endpoint;
  /** Path in Hono's syntax, if it is more than plain segments. */
  readonly at?: string;
  /** May return the response; the handler is then skipped. */
  readonly before?: (c: AppContext) => Promise<Response | undefined>;
}

/** All paths of the server and their handlers. */
export class Routes {
  readonly #routes = new Map<string, Route>();
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Registers `handler` for a path. `{name}` matches one segment, available as `c.req.param('name')`. */
  on(method: string, path: string, options: RouteOptions, handler: Handler): void {
    const { at = path.replace(/\{(\w+)\}/gu, ':$1'), before, limit, open, endpoint, pattern } = options;
    const known = this.#routes.get(path);
    if (known !== undefined && (known.limit !== limit || known.open !== open))
      throw new TypeError(`\`${path}\` has another limit or openness already.`);
    const route = known ?? { path, pattern: pattern ?? pathPattern(path), limit, open, methods: new Map() };
    route.methods.set(method, endpoint);
    this.#routes.set(path, route);
    this.#app.on(method, at, async (c) => {
      const found = await before?.(c);
      if (found !== undefined) return found;
      c.set('route', path);
      return handler(c);
    });
  }

  /** Returns the route that matches a path, for any method. */
  at(path: string): Route | undefined {
    return this.#routes.get(path) ?? this.#routes.values().find(({ pattern }) => pattern.test(path));
  }
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/gu, '\\.').replace(/\{\w+\}/gu, '[^/]+')}$`, 'u');
}
