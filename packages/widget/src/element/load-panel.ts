import type * as PanelEntry from './panel-entry.ts';

/** Name of the panel's file, which the bundler fills in. */
declare const IBID_PANEL_FILE: string;

let failures = 0;

/**
 * Loads the panel from beside this file. After a failure the server is asked what it is called by now, since a page may be older than
 * the server, and by another address, since browsers remember that a module could not be had.
 */
export async function loadPanel(): Promise<typeof PanelEntry> {
  let file = IBID_PANEL_FILE;
  try {
    if (failures > 0) {
      const { panel } = (await (await fetch(beside('manifest.json'))).json()) as { panel: string };
      file = `${panel}?${failures}`;
    }
    return (await import(beside(file))) as typeof PanelEntry;
  } catch (error) {
    failures += 1;
    throw error;
  }
}

function beside(name: string): string {
  return new URL(name, import.meta.url).href;
}
