/** Places of a reply that text may come to. Its place in this list is part of the number of a payload. */
export const SINKS = [
  'verbatim',
  'worded',
  'step',
  'item',
  'row',
  'code',
  'language',
  'title',
  'section',
  'quote',
  'anchor',
  'url',
  'href',
  'message',
  'warning',
  'nearest-title',
  'nearest-section',
  'nearest-url',
  'asked',
  'answer',
  'model',
  'fault',
  'answerer',
  'request',
  'chunk',
  'event',
  'failure',
  'question',
  'selection',
  'place',
  'heading',
  'version',
  'locale',
  'suggestion',
  'attribute',
] as const;

export type Sink = (typeof SINKS)[number];

const WIDTH = 10_000;

/** Of payload number `at` in `sink`. */
export function hitId(sink: Sink, at: number): number {
  return (SINKS.indexOf(sink) + 1) * WIDTH + at;
}

/** Which places the numbers in `told` belong to. */
export function sinksIn(told: readonly string[]): readonly Sink[] {
  const found = told.flatMap((text) => [...text.matchAll(/(?<!\d)(\d{5,6})(?!\d)/gu)].map(([, id]) => Number(id)));
  return [...new Set(found.flatMap((id) => SINKS[Math.floor(id / WIDTH) - 1] ?? []))];
}
