import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the panel's bundle is built to; `undefined` where the panel is not installed. */
export function widgetFolder(): string | undefined {
  try {
    return dirname(fileURLToPath(import.meta.resolve('@ibid/widget/bundle/ibid-ask.js')));
  } catch {
    return undefined;
  }
}
