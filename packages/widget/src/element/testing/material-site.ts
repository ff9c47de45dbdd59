/**
 * Pages like those of MkDocs Material, with a script that imitates the parts of its own that affect the widget: it replaces the
 * content without a reload and listens for single letters.
 */
export function materialSite(): ReadonlyMap<string, string> {
  return new Map([
    ['/material/index.html', page('Seats', SEATS)],
    ['/material/springs.html', page('Springs', SPRINGS)],
    ['/material/site.js', SCRIPT],
    ['/material/site.css', STYLE],
  ]);
}

const SEATS = `<h1 id="seats">Seats<a class="headerlink" href="#seats" title="Permanent link">&para;</a></h1>
<p id="text">The seat of a valve closes it. It is ground to fit.</p>`;

const SPRINGS = `<h1 id="springs">Springs<a class="headerlink" href="#springs">&para;</a></h1>
<p id="text">A spring shuts the valve.</p>`;

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en" class="no-js"><head><meta charset="utf-8">
<meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.6.0"><title>${title} - Valves</title>
<link rel="stylesheet" href="/material/site.css"></head>
<body dir="ltr" data-md-color-scheme="default" data-md-color-primary="indigo">
<header class="md-header" data-md-component="header"><nav class="md-header__inner"><input id="query" class="md-search__input" aria-label="Search"></nav></header>
<div class="md-container" data-md-component="container"><main class="md-main" data-md-component="main">
<nav class="md-nav"><a href="/material/index.html">Seats</a><a id="next" href="/material/springs.html">Springs</a></nav>
<div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset">${content}</article></div></main></div>
<script src="/material/site.js"></script>
<script type="module" src="/widget/ibid-ask.js" data-suggestions="What is a seat? | What is a spring?"></script></body></html>`;
}

const SCRIPT = `
async function show(href) {
  const text = await (await fetch(href)).text();
  const next = new DOMParser().parseFromString(text, 'text/html');
  document.title = next.title;
  document.querySelector('[data-md-component=container]').replaceWith(next.querySelector('[data-md-component=container]'));
  scrollTo(0, 0);
}
document.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null || link.origin !== location.origin || event.ctrlKey || link.getAttribute('href').startsWith('#')) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  show(link.href);
});
addEventListener('popstate', () => show(location.href));
addEventListener('keydown', (event) => {
  if (event.target.closest?.('input, textarea') || event.ctrlKey || event.metaKey) return;
  if (event.key === 'f' || event.key === 's' || event.key === '/') {
    event.preventDefault();
    document.querySelector('#query').focus();
  }
});
`;

const STYLE = `
html { font-size: 125%; }
body { margin: 0; font: 0.8rem/1.6 Georgia, serif; }
body[data-md-color-scheme=slate] { background: #1e2129; color: #e2e4e9; }
.md-typeset button, button { text-transform: uppercase; letter-spacing: 0.3em; }
`;
