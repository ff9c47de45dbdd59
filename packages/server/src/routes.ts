import type { Endpoint } from '@ibid/wire';
import type { App, AppContext } from './call.ts';
import type { RequestLimit } from './limits.ts';

export type Handler = (c: AppContext) => Promise<Response> | Response;

/** A path at which the server answers. */
export interface Route {
  /** As reports name it; `{name}` is one segment, or the rest of the path where `pattern` says so. */
  readonly path: string;
  readonly pattern: RegExp;
  /** Counts its requests before anything of them is read. */
  readonly limit: RequestLimit;
  /** `any-host`: answers under every host name, as health checks come by address. `any-origin`: also to pages of all other sites. */
  readonly open: 'any-host' | 'any-origin' | undefined;
  /** Methods it answers to, each with its endpoint where it belongs to a contract. */
  readonly methods: Map<string, Endpoint | undefined>;
}

export interface RouteOptions extends Pick<Partial<Route>, 'open' | 'pattern'> {
  readonly limit: RequestLimit;
  readonly endpoint?: Endpoint;
}

/** All paths of the server, and the handlers at them. */
export class Routes {
  readonly #exact = new Map<string, Route>();
  readonly #others = new Map<string, Route>();
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Calls `handler` for a path in which `{name}` matches one segment; its value is `c.req.param('name')`. */
  on(method: string, path: string, options: RouteOptions, handler: Handler): void {
    this.#add(method, path, options);
    this.#app.on(method, path.replace(/\{(\w+)\}/gu, ':$1'), (c) => {
      c.set('route', path);
      return handler(c);
    });
  }

  /** Calls `handler` for reads of a path unless `before` has a response. `at` is the path in Hono's syntax where it has more than segments. */
  page(
    path: string,
    options: RouteOptions & { readonly at?: string; readonly before: (c: AppContext) => Promise<Response | undefined> },
    handler: Handler,
  ): void {
    this.#add('GET', path, options);
    this.#app.get(options.at ?? path, async (c) => {
      const found = await options.before(c);
      if (found !== undefined) return found;
      c.set('route', path);
      return handler(c);
    });
  }

  /** The route whose path fits, whatever the method. */
  at(path: string): Route | undefined {
    return this.#exact.get(path) ?? [...this.#others.values()].find(({ pattern }) => pattern.test(path));
  }

  #add(method: string, path: string, { limit, open, endpoint, pattern }: RouteOptions): void {
    const known = this.#exact.get(path) ?? this.#others.get(path);
    if (known !== undefined && (known.limit !== limit || known.open !== open))
      throw new TypeError(`\`${path}\` has another limit or openness already.`);
    const route = known ?? { path, pattern: pattern ?? pathPattern(path), limit, open, methods: new Map() };
    route.methods.set(method, endpoint);
    (path.includes('{') ? this.#others : this.#exact).set(path, route);
  }
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/gu, '\\.').replace(/\{\w+\}/gu, '[^/]+')}$`, 'u');
}
