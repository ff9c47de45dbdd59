/** What is published, in the order in which one needs the other. The first are written for Node and shipped as JavaScript. */
export const PACKED: readonly PackedPackage[] = [
  { folder: 'core', kind: 'node' },
  { folder: 'drivers', kind: 'node' },
  { folder: 'wire', kind: 'node' },
  { folder: 'server', kind: 'node' },
  { folder: 'cli', kind: 'node' },
  { folder: 'widget', kind: 'built' },
  { folder: 'docusaurus-plugin', kind: 'built' },
];

export interface PackedPackage {
  /** Below `packages`. */
  readonly folder: string;
  /** `built`: `dist/` is made by `npm run build` already. */
  readonly kind: 'node' | 'built';
}
