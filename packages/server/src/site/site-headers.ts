/**
 * For the pages and files of the owner's site, in the place of our own pages' stricter ones.
 *
 * Scripts and connections stay on this server: with the panel on a page, nothing that a page, a model or a question may hold is
 * sent elsewhere by a script that came from elsewhere. The inline scripts that a generator writes are named by hash. Styles may
 * stand in elements, and pictures, fonts, films and frames may come from any host by https, because sites have them.
 */
export function siteHeaders(inlineScripts: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      // Searches in the browser are often compiled, and run in a worker.
      ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScripts].join(' '),
      "worker-src 'self' blob:",
      "connect-src 'self'",
      "style-src 'self' 'unsafe-inline' https:",
      "img-src 'self' data: blob: https:",
      "font-src 'self' data: https:",
      "media-src 'self' data: blob: https:",
      "frame-src 'self' https:",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self' https:",
      "frame-ancestors 'self'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
  };
}
