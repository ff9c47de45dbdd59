import { dataLine } from './data-line.ts';

/** What a model is shown of a passage. */
export interface SourceText {
  /** Title of the page. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** The text is what the reader marked, and nothing else of its page. */
  readonly selected?: boolean;
}

/** One source as a line of JSON, equal in the first message and in the results of searches. */
export function sourceLine(label: string, { title, heading, text, selected = false }: SourceText): string {
  return dataLine({ label, page: title, section: heading, ...(selected ? { selected } : {}), text });
}
