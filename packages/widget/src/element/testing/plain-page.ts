/** A page without a site generator, with `head` and, after its text, `body`. */
export function plainPage(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Valves</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body>
<header><a href="#">Home</a> <input id="search" aria-label="Search"></header>
<main><h1>Valves</h1><h2 id="seats">Seats</h2>
<p id="text">The seat of a valve closes it. It is ground to fit.</p>
<h2 id="springs">Springs</h2>${'<p>A spring shuts the valve, and is replaced when it is tired.</p>'.repeat(30)}</main>
${body}</body></html>`;
}
