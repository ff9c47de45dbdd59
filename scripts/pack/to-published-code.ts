export interface PublishedCode {
  readonly code: string;
  /** JSON files that the code imports, as written in the import. */
  readonly json: readonly string[];
}

const WORKER = /(new URL\(\s*(['"`])\.{1,2}\/[^'"`\n]+)\.ts\2/gu;
const IMPORT = /((?:\bfrom|\bimport\(?)\s*(['"])\.{1,2}\/[^'"\n]+)\.tsx?\2/gu;
const ANY = /['"`]\.{1,2}\/[^'"`\n]*\.tsx?['"`]/u;
const JSON_IMPORT = /\bfrom\s*['"](\.{1,2}\/[^'"\n]+\.json)['"]/gu;

/**
 * Changes references to TypeScript files in compiled code to the compiled files: those in declarations, which the compiler leaves
 * unchanged, and those of threads (`new URL('./x.ts', import.meta.url)`), which it does not recognise. Throws if any other reference
 * remains.
 */
export function toPublishedCode(code: string, file: string): PublishedCode {
  const published = code.replaceAll(IMPORT, '$1.js$2').replaceAll(WORKER, '$1.js$2');
  const left = ANY.exec(withoutComments(published));
  if (left !== null) throw new Error(`\`${file}\` names ${left[0]}, which is not there once it is compiled.`);
  return { code: published, json: [...published.matchAll(JSON_IMPORT)].map((match) => match[1]!) };
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/(?<!:)\/\/.*$/gmu, '');
}
