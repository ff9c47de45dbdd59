import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';

/** Puts code in front of what stands in a file of the panel. Rejects where it does not stand there any more. */
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
