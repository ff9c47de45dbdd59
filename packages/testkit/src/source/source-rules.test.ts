import { expect, it } from 'vitest';
import { scriptedSource, scriptedUrl } from '../scripted-source.ts';
import { SOURCE_RULES, type SourcePlace } from './source-rules.ts';

const RULE = SOURCE_RULES.find(({ title }) => title.startsWith('gives a changed page a new revision'))!;

const nothing = async (): Promise<void> => undefined;

function place(isFaulty: boolean): SourcePlace {
  const source = scriptedSource({ '/a': '# A', '/b/c': '# C', '/d': '# D' });
  return {
    open: () => ({
      ...source,
      async *list() {
        for await (const entry of source.list()) yield isFaulty ? { ...entry, revision: 'same' } : entry;
      },
    }),
    pages: ['/a', '/b/c', '/d'].map(scriptedUrl),
    secret: '',
    change: async () => void source.pages.set('/a', '# Changed'),
    remove: nothing,
    spoil: nothing,
    vanish: nothing,
    dispose: nothing,
  };
}

it('the rules of sources notice revisions that do not follow the content (planted)', async () => {
  await RULE.run(place(false));
  await expect(RULE.run(place(true))).rejects.toThrow('to deeply equal');
});
