/** What is published, in the order in which one needs the other. The first are written for Node and shipped as JavaScript. */
export const PACKED: readonly PackedPackage[] = [
  { folder: 'core', kind: 'node', description: 'Contracts and engine of Ibid: reads, cuts, finds and proves. No I/O.' },
  { folder: 'drivers', kind: 'node', description: 'Stores, sources, embedders and models for Ibid.' },
  { folder: 'wire', kind: 'node', description: 'The HTTP contracts of Ibid, and what it takes to speak them.' },
  { folder: 'server', kind: 'node', description: 'The HTTP API of Ibid.' },
  {
    folder: 'cli',
    kind: 'node',
    description: 'Answers from your documentation, every sentence proved by a verbatim footnote. Runs on your machine.',
  },
  { folder: 'widget', kind: 'built', description: 'The panel of Ibid, for any site and for React.' },
  {
    folder: 'docusaurus-plugin',
    kind: 'built',
    description: 'An assistant for Docusaurus sites that proves every sentence by a footnote into the site.',
    keywords: ['docusaurus', 'docusaurus-plugin'],
  },
];

export const KEYWORDS: readonly string[] = [
  'documentation',
  'question-answering',
  'citations',
  'search',
  'rag',
  'self-hosted',
];

export interface PackedPackage {
  /** Below `packages`. */
  readonly folder: string;
  /** `built`: `dist/` is made by `npm run build` already. */
  readonly kind: 'node' | 'built';
  /** One line, for registries. */
  readonly description: string;
  /** Besides `KEYWORDS`. */
  readonly keywords?: readonly string[];
}
