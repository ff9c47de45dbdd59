/** What `X-Robots-Tag` headers ask of this crawler. A value may be addressed to one crawler: `otherbot: noindex`. */
export function robotsTag(
  values: readonly string[],
  userAgent: string,
): { readonly noindex: boolean; readonly nofollow: boolean } {
  const own = /^[\w-]*/.exec(userAgent)![0].toLowerCase();
  const directives = new Set<string>();
  for (const value of values) {
    let addressed = true;
    for (const part of value.toLowerCase().split(',')) {
      const [, agent, directive = ''] = /^\s*(?:([\w-]+)\s*:)?\s*([\w-]*)/.exec(part) ?? [];
      if (agent !== undefined && !WITH_VALUE.has(agent)) addressed = agent === own;
      if (addressed) directives.add(directive);
    }
  }
  const none = directives.has('none');
  return { noindex: none || directives.has('noindex'), nofollow: none || directives.has('nofollow') };
}

/** Directives that look like the name of a crawler. */
const WITH_VALUE = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);
