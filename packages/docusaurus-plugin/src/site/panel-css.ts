import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The style of the panel as it is installed, without what only its authors read. */
export async function panelCss(): Promise<string> {
  const css = await readFile(createRequire(import.meta.url).resolve('@ibid/widget/panel.css'), 'utf8');
  return css
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/ ?([{};,]) ?/gu, '$1')
    .replaceAll(';}', '}')
    .trim();
}
