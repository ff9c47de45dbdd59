type About = Pick<PackedPackage, 'folder' | 'description' | 'keywords' | 'vendors'> & {
  /** Address of the repository, which the registry compares with the one in the provenance. */
  readonly repository?: string | undefined;
};

/** The part of a `package.json` that matters here. */
export interface Manifest extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly files?: readonly string[];
}

const NODE = '>=22.13';

/** Published packages, dependencies first. The first ones are written for Node and shipped as JavaScript. */
export const PACKED: readonly PackedPackage[] = [
  {
    folder: 'core',
    kind: 'node',
    vendors: true,
    description: 'Contracts and engine of Ibid: reads, cuts, finds and proves. No I/O.',
  },
  { folder: 'drivers', kind: 'node', description: 'Stores, sources, embedders and models for Ibid.' },
  {
    folder: 'client',
    kind: 'node',
    description: 'Asks an Ibid server, from browsers and from Node: typed, streaming.',
  },
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

const KEYWORDS: readonly string[] = [
  'documentation',
  'question-answering',
  'citations',
  'search',
  'rag',
  'self-hosted',
];

/** Converts a manifest to the published one: exports point to `dist`, private fields are removed, and fields for registries are added. */
export function publishedManifest(manifest: Manifest, files: readonly string[], about: About): Manifest {
  const { private: _, devDependencies: __, scripts: ___, name, version, dependencies, ...kept } = manifest;
  const entries = Object.entries(manifest.exports).map(([path, target]) => [path, publishedTarget(target)]);
  return {
    name,
    version,
    description: about.description,
    keywords: [...KEYWORDS, ...(about.keywords ?? [])],
    ...kept,
    ...(about.repository === undefined
      ? {}
      : { repository: { type: 'git', url: about.repository, directory: `packages/${about.folder}` } }),
    ...(dependencies === undefined || about.vendors === true ? {} : { dependencies }),
    engines: { node: NODE },
    // Threads are started from files, but Yarn keeps packages in archives unless told otherwise.
    preferUnplugged: true,
    publishConfig: { access: 'public', provenance: true },
    files: [...new Set([...(manifest.files ?? []), ...files])],
    exports: Object.fromEntries(entries) as Manifest['exports'],
  };
}

function publishedTarget(target: Manifest['exports'][string]): Manifest['exports'][string] {
  if (typeof target !== 'string') {
    const { 'ibid-source': source, ...rest } = target;
    const compiled = source === undefined ? undefined : compiledOf(source);
    return compiled === undefined ? rest : { types: compiled.types, ...rest };
  }
  return compiledOf(target) ?? target;
}

/** Path that `tsc` gives to a source file; `undefined` for other files. */
function compiledOf(path: string): { readonly types: string; readonly default: string } | undefined {
  const match = /^\.\/src\/(.+)\.tsx?$/u.exec(path);
  return match === null ? undefined : { types: `./dist/${match[1]}.d.ts`, default: `./dist/${match[1]}.js` };
}

export interface PackedPackage {
  /** Folder below `packages`. */
  readonly folder: string;
  /** `built`: `dist/` has been made by `npm run build`. */
  readonly kind: 'node' | 'built';
  /** True if its dependencies are bundled into it. */
  readonly vendors?: boolean;
  /** One line, for registries. */
  readonly description: string;
  /** In addition to `KEYWORDS`. */
  readonly keywords?: readonly string[];
}
