/** Hosts where the pages of any site are tried before they are published. */
const PREVIEW =
  /(?:^|\.)(?:localhost|local|test|internal|netlify\.app|vercel\.app|pages\.dev|github\.io|gitlab\.io|surge\.sh|onrender\.com|web\.app|readthedocs\.build|cloudfront\.net|azurestaticapps\.net|ngrok(?:-free)?\.(?:app|dev|io)|gitpod\.io|github\.dev|app\.github\.dev|deploy-preview\.[\w.-]+)$/u;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/u;

/**
 * Whether a host that a reader's browser shows may be the site of an indexed page (R4): the same host with or without `www.`, or either
 * of them is this machine, an address, or a place for previews, whose names say nothing.
 */
export function isSameSite(host: string, pageUrl: string): boolean {
  const given = nameOf(host);
  const own = nameOf(URL.canParse(pageUrl) ? new URL(pageUrl).host : '');
  return given === own || isAlias(given) || isAlias(own);
}

function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/u, '')
    .replace(/\.$/u, '')
    .replace(/^www\./u, '');
}

function isAlias(name: string): boolean {
  return name === '' || ADDRESS.test(name) || PREVIEW.test(name);
}
