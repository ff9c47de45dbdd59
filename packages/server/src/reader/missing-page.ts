import { htmlDocument } from './html-document.ts';

/** What a footnote opens when the page has left the index since. */
export function missingPage(siteTitle: string): string {
  const body = `<header class="reader-bar"><a class="wordmark" href="/ask">Ibid<span aria-hidden="true">.</span></a></header>
<main class="reader" id="ibid-page"><h1>Not in the index</h1>
<p>No indexed page has this address. It may have moved or been removed since the answer was made.</p>
<p><a href="/ask">Ask a question</a></p></main>`;
  return htmlDocument({ title: `Not in the index · ${siteTitle}`, lang: 'en', script: 'reader.js', body });
}
