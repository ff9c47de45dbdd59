/**
 * Pages like those of VitePress, with a script that imitates the parts of its own that affect the widget: it renders all of
 * `#app` again for another page and opens the search with `/`.
 */
export function vitepressSite(): ReadonlyMap<string, string> {
  return new Map([
    ['/vitepress/index.html', page('Seats', SEATS)],
    ['/vitepress/springs.html', page('Springs', SPRINGS)],
    ['/vitepress/site.js', SCRIPT],
    ['/vitepress/site.css', STYLE],
  ]);
}

const SEATS = `<h1 id="seats" tabindex="-1">Seats <a class="header-anchor" href="#seats" aria-label="Permalink">&#8203;</a></h1>
<p id="text">The seat of a valve closes it. It is ground to fit.</p>`;

const SPRINGS = `<h1 id="springs" tabindex="-1">Springs <a class="header-anchor" href="#springs">&#8203;</a></h1>
<p id="text">A spring shuts the valve.</p>`;

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en-US" dir="ltr"><head><meta charset="utf-8"><title>${title} | Valves</title>
<meta name="generator" content="VitePress v1.6.4"><link rel="stylesheet" href="/vitepress/site.css">
<script type="module" src="/widget/ibid-ask.js" data-position="start"></script><script type="module" src="/vitepress/site.js"></script></head>
<body><div id="app"><div class="Layout"><header class="VPNav"><a id="next" href="/vitepress/springs.html">Springs</a>
<button id="search" class="DocSearch">Search</button></header>
<div class="VPContent has-sidebar" id="VPContent"><div class="VPDoc has-aside"><div class="container">
<div class="aside"><div class="VPDocAside">On this page</div></div><div class="content"><main class="main"><div class="vp-doc">${content}</div></main></div>
</div></div></div>
</div></div></body></html>`;
}

const SCRIPT = `
async function show(href) {
  const text = await (await fetch(href)).text();
  const next = new DOMParser().parseFromString(text, 'text/html');
  document.querySelector('#app').replaceChildren(...next.querySelector('#app').childNodes);
  document.title = next.title;
}
addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null || link.origin !== location.origin || event.ctrlKey || link.hash) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  show(link.href);
}, { capture: true });
addEventListener('popstate', () => show(location.href));
addEventListener('keydown', (event) => {
  if (event.key !== '/' || /input|textarea/i.test(event.target.tagName)) return;
  event.preventDefault();
  document.querySelector('#search').focus();
});
`;

const STYLE = `
@media (min-width: 1280px) {
  .VPContent { padding-left: calc(max(100vw - 1440px, 0px) / 2 + 272px); padding-right: calc(max(100vw - 1440px, 0px) / 2); }
  .VPDoc { padding: 48px 32px; } .container { display: flex; justify-content: center; }
  .VPNav { position: fixed; top: 0; left: 0; width: 100%; }
  .aside { order: 2; flex-grow: 1; width: 100%; max-width: 256px; } .content { order: 1; min-width: 640px; max-width: 688px; }
}

*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0; }
a { color: inherit; text-decoration: inherit; }
button { background: none; font: inherit; color: hotpink; line-height: inherit; }
`;
