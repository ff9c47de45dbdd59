import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRows } from '../read-rows.ts';

export interface Place {
  /** Path of the source file, relative to the root of its site. */
  readonly page: string;
  /** `''`: the text before the page's first heading. */
  readonly heading: string;
  /** The heading above it, if known. */
  readonly under?: string | undefined;
}

export interface ReaderQuestion {
  readonly id: string;
  readonly question: string;
  /** For a follow-up, the reader's previous question. */
  readonly previous: string | null;
  readonly kind: string;
  readonly answerable: boolean;
  /** Sections that are a right first citation; with `deep`, also their subsections. */
  readonly gold: readonly (Place & { readonly deep?: boolean })[];
  /** Facts that an answer must show, each with alternative wordings of which one suffices. */
  readonly must: readonly (readonly string[])[];
  readonly excerpt?: { readonly page: string; readonly text: string };
  readonly note?: string;
}

/** A section of a page as the data set splits it. */
export interface LabelledSection {
  readonly text: string;
  readonly deepText: string;
  /** Positions in the page of this section and its subsections. */
  readonly deepKeys: readonly number[];
  /** True if it is before the page's first heading, or directly under its title. */
  readonly lead?: boolean;
}

export interface LabelledPage {
  readonly sections: readonly LabelledSection[];
}

/** Functions of the data set's own library, which decides when headings and words count as the same. */
export interface Labels {
  readonly SITES: Readonly<Record<string, { readonly root: string }>>;
  /** Text without markup and case, for comparing facts. */
  plain(text: string): string;
  loadPage(site: string, page: string): LabelledPage | null;
  findSections(page: LabelledPage, heading: string, under?: string): readonly LabelledSection[];
}

/** Loads the library from the data set's folder, so that scores agree with those of the data set. */
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

/** Sections that a place may refer to; several if a heading occurs more than once and `under` does not decide. */
export function sectionsAt(labels: Labels, site: string, { page, heading, under }: Place): readonly LabelledSection[] {
  const loaded = labels.loadPage(site, page);
  if (loaded === null) return [];
  if (heading === '') return loaded.sections.filter(({ lead }) => lead === true);
  return labels.findSections(loaded, heading, under);
}
