import type { Source, SourceEntry } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { describeSource } from '../describe-source.ts';
import { scriptedSource, scriptedUrl, type ScriptedSource } from '../scripted-source.ts';
import { SOURCE_CHECKS, type SourcePlace } from './source-checks.ts';

const PATHS = ['/a', '/b/c', '/d'];

/** A place in memory whose sources can have faults. */
function place(fault: (source: ScriptedSource) => Partial<Source> = () => ({})): SourcePlace {
  const shared = scriptedSource(Object.fromEntries(PATHS.map((path) => [path, `# Page ${path}\n\nText of ${path}.`])));
  const at = (url: string): string => PATHS.find((path) => scriptedUrl(path) === url)!;
  return {
    open: () => ({ ...obedient(shared), ...fault(shared) }),
    pages: PATHS.map(scriptedUrl),
    secret: '/machine/path',
    change: async (url) => void shared.pages.set(at(url), `# Changed\n\nOther text of ${url}.`),
    remove: async (url) => void shared.pages.delete(at(url)),
    spoil: async (url) => void shared.pages.set(at(url), { body: '', load: 'fail' }),
    vanish: async () => {
      shared.unavailable = true;
    },
    dispose: async () => undefined,
  };
}

/** Adds closing and the codes of cancellation, which the scripted source lacks. */
function obedient(shared: ScriptedSource): Source {
  let closed = false;
  const check = async (signal: AbortSignal | undefined): Promise<void> => {
    const { IbidError } = await import('@ibid/core');
    if (closed) throw new IbidError('CLOSED', 'It is closed.');
    if (signal?.aborted === true) throw new IbidError('ABORTED', 'It was aborted.');
  };
  return {
    id: shared.id,
    diagnostics: shared.diagnostics,
    async *list(call) {
      await check(call?.signal);
      for await (const entry of shared.list()) {
        await check(call?.signal);
        yield entry;
      }
    },
    async load(entry, call) {
      await check(call?.signal);
      return shared.load(entry);
    },
    close: async () => {
      closed = true;
    },
  };
}

describeSource({ name: 'A source in memory', make: async () => place() });

async function* entries(source: Source, map: (all: SourceEntry[]) => SourceEntry[]): AsyncGenerator<SourceEntry> {
  const all: SourceEntry[] = [];
  for await (const entry of source.list()) all.push(entry);
  yield* map(all);
}

const FAULTS: Readonly<Record<string, (source: ScriptedSource) => Partial<Source>>> = {
  'lists every page once': (source) => ({ list: () => entries(source, (all) => [...all, all[0]!]) }),
  'gives canonical URLs': (source) => ({
    list: () => entries(source, (all) => all.map((entry) => ({ ...entry, url: `${entry.url}/` }))),
  }),
  'lists by URL': (source) => ({ list: () => entries(source, (all) => all.toReversed()) }),
  'gives a changed page a new revision (R24)': (source) => ({
    list: () => entries(source, (all) => all.map((entry) => ({ ...entry, revision: 'same' }))),
  }),
  'rejects with SOURCE_UNAVAILABLE when it cannot be read at all (R24)': (source) => ({
    async *list(): AsyncGenerator<SourceEntry> {
      if (!source.unavailable) yield* source.list();
    },
  }),
  'answers a bad page with diagnostics, and loads the others all the same (R24)': (source) => ({
    load: async (entry) => ({ ...(await source.load(entry)), diagnostics: [] }),
  }),
  'stops with ABORTED, before and while it lists and before it loads': (source) => ({ list: () => source.list() }),
  'refuses with CLOSED once closed, and closes twice without harm': (source) => ({
    load: (entry) => source.load(entry),
  }),
  'has an id that stays and, like its diagnostics, gives nothing of the machine away (R26)': () => ({
    id: 'scripted:/machine/path',
  }),
  'loads pages that say where they come from and that parse (R21)': (source) => ({
    load: async (entry) => {
      const loaded = await source.load(entry);
      return { ...loaded, page: loaded.page && { ...loaded.page, module: '' } };
    },
  }),
};

describe('The conformance suite of sources notices a source that breaks a rule', () => {
  for (const [rule, fault] of Object.entries(FAULTS)) {
    it(`${rule}`, async () => {
      const check = SOURCE_CHECKS.find((one) => one.rule === rule);
      expect(await check?.find(place(fault))).not.toEqual([]);
    });
  }
});
