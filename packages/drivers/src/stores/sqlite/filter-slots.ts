import type { Where } from '@ibid/core/types';
import { slotCount, type FilterKeys, type Generation } from './generation.ts';

/** The slots that a filter lets through. */
export interface Allowed {
  /** 1 for each slot that passes. */
  readonly mask: Uint8Array;
  /** Runs of slots that pass, as from and to. */
  readonly runs: readonly (readonly [from: number, to: number])[];
  readonly passages: number;
  /** Pages with a passage that passes, in order, and runs of them, as from and to. */
  readonly pages: readonly number[];
  readonly pageRuns: readonly (readonly [from: number, to: number])[];
  /** How many passages of each page pass. */
  readonly counts: Uint32Array;
}

/** Keys as numbers, so that a filter over many slots compares no strings. */
interface KeyTable {
  readonly numbers: ReadonlyMap<string, number>;
  readonly paths: Uint32Array;
  readonly locales: Uint32Array;
  readonly versions: Uint32Array;
  readonly modules: Uint32Array;
  /** Two a slot: heading and anchor; 0 for none. */
  readonly sections: Uint32Array;
}

const tables = new WeakMap<Generation, KeyTable>();
const everything = new WeakMap<Generation, Allowed>();

/** Equal objects for equal generations when there is no filter. */
export function filterSlots(generation: Generation, where: Where | undefined): Allowed {
  if (where === undefined || Object.values(where).every((condition) => condition === undefined)) {
    const all = everything.get(generation) ?? select(generation, () => true, undefined);
    everything.set(generation, all);
    return all;
  }
  const table = tables.get(generation) ?? keyTable(generation);
  tables.set(generation, table);
  // 0 stands for "no section" and equals no key, as does a key that no page has.
  const number = (key: string): number => (key === '' ? -1 : (table.numbers.get(key) ?? -1));
  const facet = (wanted: string | undefined, of: Uint32Array): ((page: number) => boolean) => {
    if (wanted === undefined) return () => true;
    const key = table.numbers.get(wanted);
    return (page) => of[page] === key;
  };
  /** 0 is the number of `''`: a page that does not say belongs to each. */
  const orUnsaid = (wanted: string | undefined, of: Uint32Array): ((page: number) => boolean) => {
    const isWanted = facet(wanted, of);
    return (page) => of[page] === 0 || isWanted(page);
  };
  const paths = where.paths && new Set(where.paths.map(number));
  const locale = orUnsaid(where.locale, table.locales);
  const version = orUnsaid(where.version, table.versions);
  const module = facet(where.module, table.modules);
  const sections = where.sections && new Set(where.sections.map(number));
  return select(
    generation,
    (page) => (paths === undefined || paths.has(table.paths[page]!)) && locale(page) && version(page) && module(page),
    sections && ((slot) => sections.has(table.sections[2 * slot]!) || sections.has(table.sections[2 * slot + 1]!)),
  );
}

function select(
  generation: Generation,
  pagePasses: (page: number) => boolean,
  slotPasses: ((slot: number) => boolean) | undefined,
): Allowed {
  const mask = new Uint8Array(slotCount(generation));
  const runs: [number, number][] = [];
  const pages: number[] = [];
  const pageRuns: [number, number][] = [];
  const counts = new Uint32Array(generation.pages.length);
  let passages = 0;
  for (let page = 0; page < generation.pages.length; page++) {
    if (!pagePasses(page)) continue;
    for (let slot = generation.starts[page]!; slot < generation.starts[page + 1]!; slot++) {
      if (slotPasses !== undefined && !slotPasses(slot)) continue;
      mask[slot] = 1;
      counts[page] = counts[page]! + 1;
      extend(runs, slot);
    }
    if (counts[page] === 0) continue;
    passages += counts[page]!;
    pages.push(page);
    extend(pageRuns, page);
  }
  return { mask, runs, passages, pages, pageRuns, counts };
}

function extend(runs: [number, number][], next: number): void {
  const last = runs.at(-1);
  if (last !== undefined && last[1] === next) last[1] = next + 1;
  else runs.push([next, next + 1]);
}

function keyTable(generation: Generation): KeyTable {
  const numbers = new Map<string, number>([['', 0]]);
  const number = (key: string): number => {
    let found = numbers.get(key);
    if (found === undefined) numbers.set(key, (found = numbers.size));
    return found;
  };
  const count = generation.pages.length;
  const columns = Array.from({ length: 4 }, () => new Uint32Array(count));
  const sections = new Uint32Array(2 * slotCount(generation));
  for (const [page, { keys }] of generation.pages.entries()) {
    const [path, locale, version, module, headings] = JSON.parse(keys) as FilterKeys;
    for (const [i, key] of [path, locale, version, module].entries()) columns[i]![page] = number(key);
    const start = generation.starts[page]!;
    for (const [i, [heading, anchor]] of headings.entries()) {
      sections[2 * (start + i)] = number(heading);
      sections[2 * (start + i) + 1] = number(anchor);
    }
  }
  const [paths, locales, versions, modules] = columns as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  return { numbers, paths, locales, versions, modules, sections };
}
