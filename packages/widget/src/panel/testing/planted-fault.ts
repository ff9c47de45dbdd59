import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';

/** Inserts code before the text `before` in a file of the panel. Rejects if the file no longer contains that text. */
export function plantedFault(file: RegExp, before: string, code: string): Plugin {
  return {
    name: 'planted',
    load: {
      filter: { id: file },
      async handler(id) {
        const text = await readFile(id, 'utf8');
        if (!text.includes(before)) throw new Error(`\`${id}\` has no \`${before}\` to plant a fault at.`);
        return { code: text.replace(before, () => code + before), moduleType: 'tsx' };
      },
    },
  };
}
