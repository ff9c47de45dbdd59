/** The content of the docs plugin, as far as versions go. */
interface DocsContent {
  readonly loadedVersions?: readonly { readonly versionName: string }[];
}

/** Ids of the docs that have one version alone, for which a version says nothing. */
export function unversionedDocs(docs: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const ids = Object.entries(docs).filter(
    ([, content]) => ((content as DocsContent)?.loadedVersions ?? []).length <= 1,
  );
  return new Set(ids.map(([id]) => id));
}
