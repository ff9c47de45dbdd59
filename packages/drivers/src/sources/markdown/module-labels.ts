import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { withoutNumberPrefix } from './docs-slug.ts';

/** The label that the sidebar gives a folder: its `_category_` file's, else its name without number prefix. */
export function moduleLabels(docsFolder: string): (folder: string) => Promise<string> {
  const labels = new Map<string, Promise<string>>();
  return (folder) => {
    let label = labels.get(folder);
    if (label === undefined) {
      label = readLabel(docsFolder, folder);
      labels.set(folder, label);
    }
    return label;
  };
}

async function readLabel(docsFolder: string, folder: string): Promise<string> {
  for (const name of ['_category_.json', '_category_.yml', '_category_.yaml']) {
    const text = await readFile(join(docsFolder, folder, name), 'utf8').catch(() => '');
    const label = labelOf(text);
    if (label !== '') return label;
  }
  return withoutNumberPrefix(folder);
}

/** JSON is YAML too. */
function labelOf(text: string): string {
  try {
    const { label } = (parse(text, { logLevel: 'error' }) ?? {}) as { readonly label?: unknown };
    return typeof label === 'string' ? label.trim() : '';
  } catch {
    return '';
  }
}
