import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { rolldown, type OutputChunk } from 'rolldown';
import { openNativeService, type NativeService, type ServedFile } from '../../testing/index.ts';

/** A policy that allows only the site's own files. */
const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** A page with the launcher, with `fake-panel.ts` as its panel, under a strict policy. `settings` override the usual configuration. */
export async function launcherSite(): Promise<NativeService & { pageWith(settings: object): string }> {
  const files = new Map<string, ServedFile>();
  for (const entry of ['launcher-script.ts', 'fake-panel.ts']) {
    for (const { fileName, code } of await bundled(entry))
      files.set(`/${fileName}`, { type: 'text/javascript', body: code });
  }
  const css = await readFile(join(import.meta.dirname, '..', 'launcher.css'), 'utf8');
  files.set('/launcher.css', { type: 'text/css', body: css });
  const service = await openNativeService({ files });
  const pageWith = (settings: object): string => {
    const body = page(JSON.stringify(settings).replaceAll('"', '&quot;'));
    files.set('/page', { type: 'text/html; charset=utf-8', body, headers: { 'Content-Security-Policy': STRICT } });
    return `${service.url}/page`;
  };
  return Object.assign(service, { pageWith });
}

async function bundled(entry: string): Promise<readonly OutputChunk[]> {
  const built = await rolldown({ input: join(import.meta.dirname, entry), platform: 'browser', logLevel: 'silent' });
  const { output } = await built.generate({ format: 'esm' });
  await built.close();
  return output.filter((part) => part.type === 'chunk');
}

function page(settings: string): string {
  return `<!doctype html><html lang="en" dir="${/"ur"|&quot;ur&quot;/u.test(settings) ? 'rtl' : 'ltr'}" data-settings="${settings}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Valves</title>
<link rel="stylesheet" href="/launcher.css"></head><body>
<header><p id="head">Not of the text</p><input id="search"><div id="rich" contenteditable="true">Rich</div>
<a id="link" href="#away" data-ibid-open="What is a valve?">Ask</a><button id="bare" data-ibid-open><span id="inner">Help</span></button>
<button id="asks" data-ibid-open="Which valve?" data-ibid-ask>Which</button><textarea id="other" aria-label="Other">${'line\n'.repeat(40)}</textarea></header>
<main id="main"><h1>Valves</h1><h2 id="seats">Seats</h2><p id="text">The seat of a valve closes it. It is ground to fit.</p>
${'<p>More about valves, and nothing else.</p>'.repeat(60)}</main>
<script type="module" src="/launcher-script.js"></script></body></html>`;
}
