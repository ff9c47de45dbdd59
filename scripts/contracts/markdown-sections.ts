/** The documents' Markdown, as far as they use it: headings, labels, bullets, tables and code fences. */
export interface Section {
  /** Without marks and numbers. */
  readonly title: string;
  /** Titles of the headings above, outermost first. */
  readonly above: readonly string[];
  readonly parts: readonly SectionPart[];
}

export type SectionPart =
  /** Bullets under `**label**:`, or under the heading itself (`''`). */
  | { readonly kind: 'bullets'; readonly label: string; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly text: string };

type OpenPart =
  | { readonly kind: 'bullets'; readonly label: string; readonly lines: string[] }
  | { readonly kind: 'table'; readonly header: string[]; readonly rows: string[][] }
  | { readonly kind: 'code'; readonly lines: string[] };

interface OpenSection {
  readonly level: number;
  readonly title: string;
  readonly above: readonly string[];
  readonly parts: OpenPart[];
}

/** Sections in order; text before the first heading and running text are left out. */
export function markdownSections(text: string): readonly Section[] {
  const sections: OpenSection[] = [];
  const path: OpenSection[] = [];
  let label = '';
  let fenced = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const parts = sections.at(-1)?.parts ?? [];
    const last = parts.at(-1);
    if (line.startsWith('```')) {
      if (!fenced) parts.push({ kind: 'code', lines: [] });
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      if (last?.kind === 'code') last.lines.push(line);
      continue;
    }
    const heading = /^(#+)\s+(?:\d+(?:\.\d+)*\.\s+)?(.+?)\s*$/u.exec(line);
    const bullet = /^-\s+(.+?)\s*$/u.exec(line);
    const labelled = /^\*\*([^*]+)\*\*:/u.exec(line);
    if (heading !== null) {
      const level = heading[1]!.length;
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      const section = { level, title: heading[2]!, above: path.map(({ title }) => title), parts: [] };
      path.push(section);
      sections.push(section);
      label = '';
    } else if (labelled !== null) {
      label = labelled[1]!;
    } else if (bullet !== null) {
      if (last?.kind === 'bullets' && last.label === label) last.lines.push(bullet[1]!);
      else parts.push({ kind: 'bullets', label, lines: [bullet[1]!] });
    } else if (line.startsWith('|')) {
      if (last?.kind === 'table') last.rows.push(cells(line));
      else parts.push({ kind: 'table', header: cells(line), rows: [] });
    }
  }
  return sections.map(({ title, above, parts }) => ({ title, above, parts: parts.map(closed) }));
}

function closed(part: OpenPart): SectionPart {
  if (part.kind === 'code') return { kind: 'code', text: part.lines.join('\n') };
  // The row under the header is only a rule.
  return part.kind === 'table' ? { ...part, rows: part.rows.slice(1) } : part;
}

function cells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());
}
