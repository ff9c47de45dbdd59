/** Folders at the top of a package that its code never reads. */
const ASIDE = new Set(
  ['test', 'tests', '__tests__', 'doc', 'docs', 'example', 'examples', 'bench', 'benchmark', 'benchmarks'].concat([
    'coverage',
    '.github',
    '.vscode',
  ]),
);
/** Types, sources and maps of code that is there compiled, and what people read. */
const FOR_PEOPLE = /\.(?:[cm]?tsx?|map|flow|md|markdown|ya?ml|html|tsbuildinfo)$/iu;
/** Licences have to go along. */
const LICENCE = /^(?:licen[cs]e|notice|copying|copyright|patents|third.?party)/iu;
/**
 * Large parts of single packages that nothing here loads: the tokenizer once more as CommonJS and its tables as data, what formulas look like in
 * a browser, and speech for browsers.
 */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  '@openai/agents-realtime': ['dist/bundle'],
  'gpt-tokenizer': ['cjs', 'data'],
  katex: ['contrib', 'dist/fonts', 'dist/contrib', 'src'],
};

/** Whether a file is needed where the package runs. `path` is relative to the package, with slashes. */
export function isNeeded(packageName: string, path: string): boolean {
  const parts = path.split('/');
  if (LICENCE.test(parts.at(-1)!)) return true;
  if (ASIDE.has(parts[0]!.toLowerCase()) && parts.length > 1) return false;
  if ((UNUSED[packageName] ?? []).some((folder) => path.startsWith(`${folder}/`))) return false;
  return !FOR_PEOPLE.test(path);
}
