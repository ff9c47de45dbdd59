/** One set of docs, as Docusaurus ships it. */
interface DocsData {
  readonly versions?: readonly { readonly name: string; readonly label: string }[];
}

/** What the site's own switcher calls a version; the version itself where it is not known. */
export function versionName(docs: Readonly<Record<string, unknown>>, version: string): string {
  const versions = Object.values(docs as Readonly<Record<string, DocsData>>).flatMap((data) =>
    (data.versions ?? []).length > 1 ? data.versions! : [],
  );
  return versions.find(({ name }) => name === version)?.label || version;
}
