import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openNativeService, type NativeService, type ServedFile } from '../../testing/index.ts';
import { materialSite } from './material-site.ts';
import { vitepressSite } from './vitepress-site.ts';

/** Folder of the built widget, which `before-tests.ts` has updated. */
export const BUNDLE: string = join(import.meta.dirname, '../../../dist/bundle');

/** A policy that allows only files of the site's own origin. */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export interface ElementSite extends NativeService {
  /** Adds a page made by `plainPage`, under the strict policy or another; returns its address. */
  plain(head: string, options?: { readonly body?: string; readonly policy?: string }): string;
}

/** One origin as an owner would set it up: the pages, the bundle at `/widget/`, the API. All pages have the strict policy. */
export async function elementSite(): Promise<ElementSite> {
  const files = new Map<string, ServedFile>();
  for (const name of await readdir(BUNDLE)) {
    const headers = { 'Access-Control-Allow-Origin': '*' };
    files.set(`/widget/${name}`, { type: typeOf(name), body: await readFile(join(BUNDLE, name)), headers });
  }
  const add = (path: string, body: string, policy = STRICT): void => {
    const headers = path.endsWith('.html') ? { 'Content-Security-Policy': policy } : {};
    files.set(path, { type: typeOf(path), body, headers });
  };
  for (const [path, body] of [...materialSite(), ...vitepressSite()]) add(path, body);
  add('/sitemap.xml', '<urlset><url><loc>https://valves.example/</loc></url></urlset>');
  const service = await openNativeService({ files });
  let count = 0;
  return Object.assign(service, {
    plain(
      head: string,
      { body = '', policy = STRICT }: { readonly body?: string; readonly policy?: string } = {},
    ): string {
      const path = `/plain-${(count += 1)}.html`;
      add(path, plainPage(head, body), policy);
      return service.url + path;
    },
  });
}

/** A page without a site generator, with `head` and, after its text, `body`. */
function plainPage(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Valves</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body>
<header><a href="#">Home</a> <input id="search" aria-label="Search"></header>
<main><h1>Valves</h1><h2 id="seats">Seats</h2>
<p id="text">The seat of a valve closes it. It is ground to fit.</p>
<h2 id="springs">Springs</h2>${'<p>A spring shuts the valve, and is replaced when it is tired.</p>'.repeat(30)}</main>
${body}</body></html>`;
}

function typeOf(name: string): string {
  if (name.endsWith('.html')) return 'text/html; charset=utf-8';
  if (name.endsWith('.css')) return 'text/css';
  return name.endsWith('.json') ? 'application/json' : 'text/javascript';
}
