import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRows } from '../read-rows.ts';

export interface Place {
  /** Path of the source file, relative to the root of its site. */
  readonly page: string;
  /** `''`: the text before the page's first heading. */
  readonly heading: string;
  /** The heading above it, where that is known. */
  readonly under?: string | undefined;
}

export interface ReaderQuestion {
  readonly id: string;
  readonly question: string;
  /** What the reader had asked before a follow-up. */
  readonly previous: string | null;
  readonly kind: string;
  readonly answerable: boolean;
  /** Sections that are a right first citation; with `deep`, those below them too. */
  readonly gold: readonly (Place & { readonly deep?: boolean })[];
  /** Facts that an answer must show, each with the wordings of which one suffices. */
  readonly must: readonly (readonly string[])[];
  readonly excerpt?: { readonly page: string; readonly text: string };
  readonly note?: string;
}

/** A section of a page as the data set cuts it. */
export interface LabelledSection {
  readonly text: string;
  readonly deepText: string;
  /** Positions in the page of this section and those below it. */
  readonly deepKeys: readonly number[];
  /** Stands before the page's first heading, or under its title. */
  readonly lead?: boolean;
}

export interface LabelledPage {
  readonly sections: readonly LabelledSection[];
}

/** What the data set's own library tells about its pages; it decides what counts as the same heading and the same words. */
export interface Labels {
  readonly SITES: Readonly<Record<string, { readonly root: string }>>;
  /** Text without markup and case, as facts are compared. */
  plain(text: string): string;
  loadPage(site: string, page: string): LabelledPage | null;
  findSections(page: LabelledPage, heading: string, under?: string): readonly LabelledSection[];
}

/** The library of the data set is run from where it lies, so that a section is right here when it is right there. */
export async function openLabels(folder: string): Promise<Labels> {
  return (await import(pathToFileURL(join(folder, 'lib.mjs')).href)) as Labels;
}

export function readQuestions(folder: string, site: string): Promise<ReaderQuestion[]> {
  return readRows<ReaderQuestion>(folder, `questions/${site}.jsonl`);
}

export interface Gold {
  readonly pages: ReadonlySet<string>;
  readonly sections: ReadonlySet<LabelledSection>;
  readonly texts: readonly string[];
}

/** Pages, sections and texts that are right for a question. */
export function goldOf(labels: Labels, site: string, { gold }: Pick<ReaderQuestion, 'gold'>): Gold {
  const sections = new Set<LabelledSection>();
  const texts: string[] = [];
  for (const { page, heading, under, deep } of gold) {
    const loaded = labels.loadPage(site, page);
    if (loaded === null) continue;
    for (const section of labels.findSections(loaded, heading, under)) {
      sections.add(section);
      if (deep === true) for (const at of section.deepKeys) sections.add(loaded.sections[at]!);
      texts.push(deep === true ? section.deepText : section.text);
    }
  }
  return { pages: new Set(gold.map(({ page }) => page)), sections, texts };
}

/** Sections that a place may mean: several where a heading stands more than once and nothing tells which. */
export function sectionsAt(labels: Labels, site: string, { page, heading, under }: Place): readonly LabelledSection[] {
  const loaded = labels.loadPage(site, page);
  if (loaded === null) return [];
  if (heading === '') return loaded.sections.filter(({ lead }) => lead === true);
  return labels.findSections(loaded, heading, under);
}
