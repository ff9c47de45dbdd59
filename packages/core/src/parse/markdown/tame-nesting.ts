/** Markers that open a quote or a list item; each costs the parser time on this line and on every one after it. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const MOST_MARKERS = 40;

/** Cuts quotes and lists that one line nests absurdly deep down to a depth that people write; the words stay. */
export function tameNesting(text: string): { readonly text: string; readonly changed: boolean } {
  let changed = false;
  const lines = text.split('\n').map((line) => {
    if (line.length <= MOST_MARKERS) return line;
    const markers = CONTAINERS.exec(line)?.[0] ?? '';
    const each = markers.match(/[ \t]*(?:>|[-*+]|\d+[.)])/g) ?? [];
    if (each.length <= MOST_MARKERS) return line;
    changed = true;
    return each.slice(0, MOST_MARKERS).join('') + line.slice(markers.length);
  });
  return changed ? { text: lines.join('\n'), changed } : { text, changed };
}
