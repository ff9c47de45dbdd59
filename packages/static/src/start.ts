/**
 * Loads what every question needs, so that the browser has it when the panel and its worker ask for it. The launcher imports this when a
 * reader opens the panel or the search box, and loads those meanwhile.
 */
import type { StaticManifest } from '@ibid/drivers/stores/static/format';

declare const document: { querySelector(selector: string): unknown };

const load = (name: string, init?: RequestInit): Promise<Response> => fetch(new URL(name, import.meta.url), init);

async function loadIndex(): Promise<void> {
  const manifest = await load('index.json', { cache: 'no-cache' });
  const { offline, head, words } = (await manifest.json()) as StaticManifest;
  // With `offline`, the worker has its own cache.
  if (offline !== true) await Promise.all([load(head), load(words)]);
}

// `ibid serve --site` sets this in the pages it serves: their origin has the API.
if (document.querySelector('head > meta[name=ibid-api][content=here]') === null)
  Promise.all([load('ibid-worker.js'), loadIndex()]).catch(() => undefined);
