import { seededRandom, type ScriptedPage } from '@ibid/testkit';

const WORDS = (
  'adapter anchor archive batch binding branch buffer cache channel checkpoint cluster column commit compiler container ' +
  'cursor daemon dataset decoder deploy digest driver encoder endpoint export field filter folder gateway handler header ' +
  'index ingest journal kernel ledger library loader manifest migration module network operator package parser partition ' +
  'payload pipeline planner pointer policy process profile protocol query queue record registry release replica request ' +
  'router runtime sampler schedule schema segment sensor server session shard signal snapshot socket storage stream ' +
  'switch tensor thread token topic trace transport upload vector version volume worker writer'
).split(' ');

/** Markdown pages by path. In each version some pages change, one is removed and one is added; the others are equal byte for byte. */
export function generatedSite(options: {
  readonly pages: number;
  readonly version: number;
}): Record<string, ScriptedPage> {
  const { pages, version } = options;
  const site: Record<string, ScriptedPage> = {};
  for (let index = version; index < pages + version; index += 1) {
    // Each page changes its text in every fifth version; a fifth of the pages changes at a time.
    const edition = Math.floor((version + (index % 5)) / 5);
    site[`/part-${index % 4}/page-${String(index).padStart(3, '0')}`] = pageText(index, edition);
  }
  return site;
}

function pageText(index: number, edition: number): string {
  const random = seededRandom(index * 1009 + edition * 31 + 7);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)]!;
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const sentence = (): string => `The ${words(4)} of page ${index} keeps each ${words(5)} in edition ${edition}.`;
  const paragraph = (): string => Array.from({ length: 3 + Math.floor(random() * 4) }, sentence).join(' ');
  const sections = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, section) =>
    [
      `## ${words(2)} ${section}`,
      paragraph(),
      `- ${words(4)}\n- ${words(5)}`,
      `\`\`\`ts\nconst ${word()} = open('${word()}');\n\`\`\``,
      paragraph(),
    ].join('\n\n'),
  );
  return [`# Page ${index}: ${words(2)}`, paragraph(), ...sections].join('\n\n');
}
