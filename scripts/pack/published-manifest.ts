import { KEYWORDS, type PackedPackage } from './packed-packages.ts';

type About = Pick<PackedPackage, 'description' | 'keywords'>;

/** A `package.json`, as far as it matters here. */
export interface Manifest extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly files?: readonly string[];
}

const NODE = '>=24.15';

/**
 * The manifest under which a package of this repository is published: what it exports is in `dist`, nothing of it is private, and
 * registries are told what it is.
 */
export function publishedManifest(manifest: Manifest, files: readonly string[], about: About): Manifest {
  const { private: _, devDependencies: __, scripts: ___, name, version, ...kept } = manifest;
  const entries = Object.entries(manifest.exports).map(([path, target]) => [path, publishedTarget(target)]);
  return {
    name,
    version,
    description: about.description,
    keywords: [...KEYWORDS, ...(about.keywords ?? [])],
    ...kept,
    engines: { node: NODE },
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

/** Where `tsc` puts a source file; `undefined` for other files. */
function compiledOf(path: string): { readonly types: string; readonly default: string } | undefined {
  const match = /^\.\/src\/(.+)\.tsx?$/u.exec(path);
  return match === null ? undefined : { types: `./dist/${match[1]}.d.ts`, default: `./dist/${match[1]}.js` };
}
