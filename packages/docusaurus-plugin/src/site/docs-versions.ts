/** The content of the docs plugin, as far as versions go. */
interface DocsContent {
  readonly loadedVersions?: readonly { readonly versionName: string; readonly isLast: boolean }[];
}
type Docs = Readonly<Record<string, unknown>>;

/** Ids of the docs that have one version alone, for which a version says nothing. */
export function unversionedDocs(docs: Docs): ReadonlySet<string> {
  return new Set(Object.keys(docs).filter((id) => versionsOf(docs, id).length <= 1));
}

/** By id of docs with several versions: the name of the latest. */
export function latestVersions(docs: Docs): Readonly<Record<string, string>> {
  const versioned = Object.keys(docs).filter((id) => versionsOf(docs, id).length > 1);
  return Object.fromEntries(
    versioned.map((id) => {
      const versions = versionsOf(docs, id);
      return [id, (versions.find(({ isLast }) => isLast) ?? versions[0]!).versionName];
    }),
  );
}

function versionsOf(docs: Docs, id: string): NonNullable<DocsContent['loadedVersions']> {
  return (docs[id] as DocsContent | undefined)?.loadedVersions ?? [];
}
