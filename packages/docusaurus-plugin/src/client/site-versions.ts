/** The versions of one set of docs, as Docusaurus ships them. */
interface DocsData {
  readonly versions: readonly { readonly name: string; readonly isLast: boolean }[];
}

/**
 * The version whose pages answer unless the reader chooses otherwise: the one being read or, on pages without a version, the latest.
 * `version` and `tag` (such as `docs-default-2.0`) are what the page says of itself in its head, `''` where it says nothing.
 * `''` where versions mean nothing, and where several sets of docs have versions of their own and none of them is being read.
 */
export function versionRead(docs: Readonly<Record<string, unknown>>, version: string, tag: string): string {
  const versioned = Object.entries(docs as Readonly<Record<string, DocsData>>).filter(
    ([, { versions }]) => versions.length > 1,
  );
  if (versioned.some(([id]) => tag === `docs-${id}-${version}`)) return version;
  const latest = versioned.length === 1 ? versioned[0]![1].versions.find(({ isLast }) => isLast) : undefined;
  return latest?.name ?? '';
}
