/** One rule of `devServer.proxy`, as webpack's and Rspack's development servers take it. */
export interface ProxyRule {
  readonly context: readonly string[];
  readonly target: string;
  readonly router: () => Promise<string>;
  readonly pathRewrite: (path: string) => string;
  readonly logLevel: 'silent';
}

/**
 * Leads everything below `path` to the API. `address` is asked at each request, so that a question waits until what was just written can be
 * asked about.
 */
export function devProxy(path: string, address: () => Promise<string>): ProxyRule {
  return {
    context: [path],
    // Required, and never used: the router decides.
    target: 'http://127.0.0.1',
    router: address,
    pathRewrite: (given) => (given.startsWith(path) ? given.slice(path.length) || '/' : given),
    logLevel: 'silent',
  };
}
