/**
 * The version whose pages answer unless the reader chooses otherwise: the one being read or, on pages without a version, the latest.
 * `''` where versions mean nothing, and where several sets of docs have versions of their own and none of them is being read.
 *
 * `latest` holds, for each set of docs with several versions, the latest one; `version` and `tag` (such as `docs-default-2.0`) are what the
 * page says of itself in its head, `''` where it says nothing.
 */
export function versionRead(latest: Readonly<Record<string, string>>, version: string, tag: string): string {
  const ids = Object.keys(latest);
  if (ids.some((id) => tag === `docs-${id}-${version}`)) return version;
  return ids.length === 1 ? latest[ids[0]!]! : '';
}
