/**
 * mdBook's own preprocessing: `{{#include file}}`, `{{#rustdoc_include file}}` and `{{#playground file}}` become the text they
 * name, whole or by line range (`file:2:5`) or by anchor (`file:name`, between `ANCHOR: name` and `ANCHOR_END: name`);
 * `{{#title …}}` goes. Included text may include more, relative to itself. Links inside code blocks are resolved like others.
 */
import { MDBOOK_LINK, mdbookPath } from './markdown-imports.ts';

export interface PreparedBook {
  readonly text: string;
  /** Files that the source did not hand over, as written. */
  readonly missing: readonly string[];
}

const DEEPEST = 10;
/** Characters; a file that includes itself in many places would else grow without end. */
const LONGEST = 8_000_000;

/** Never throws; what cannot be resolved leaves no text. */
export function prepareMdbook(text: string, imports: Readonly<Record<string, string>>): PreparedBook {
  const missing = new Set<string>();
  let size = 0;

  function expand(part: string, key: string, depth: number): string {
    return part.replace(MDBOOK_LINK, (whole: string, name: string, target: string | undefined) => {
      if (whole.startsWith('\\')) return whole.slice(1);
      if (name === 'title') return '';
      if (!['include', 'rustdoc_include', 'playground', 'playpen'].includes(name)) return whole;
      const inner = `${key}${mdbookPath(target ?? '')}`;
      const file = Object.hasOwn(imports, inner) ? imports[inner]! : undefined;
      if (file === undefined || depth >= DEEPEST || size > LONGEST) {
        missing.add(inner);
        return '';
      }
      const selected = select(file, (target ?? '').trim().split(/\s+/, 1)[0]!);
      size += selected.length;
      const expanded = expand(selected, `${inner} > `, depth + 1);
      return name.startsWith('play') ? `\`\`\`rust\n${expanded}\n\`\`\`` : expanded;
    });
  }

  return { text: expand(text, '', 0), missing: [...missing] };
}

const ANCHOR_LINE = /ANCHOR(?:_END)?:\s*[\w-]+/;

/** The lines that a link's target asks for. What `rustdoc_include` only hides is left out too: no reader sees it. */
function select(file: string, target: string): string {
  const lines = file.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const [, first, second] = target.split(':');
  if (first === undefined || (first === '' && (second ?? '') === '')) return visible(lines);
  if (/^\d*$/.test(first)) {
    const from = first === '' ? 1 : Number(first);
    const to = second === undefined ? from : second === '' ? lines.length : Number(second);
    return visible(lines.slice(Math.max(0, from - 1), to));
  }
  return visible(anchored(lines, first));
}

function anchored(lines: readonly string[], name: string): readonly string[] {
  const kept: string[] = [];
  let inside = false;
  for (const line of lines) {
    const mark = /ANCHOR(_END)?:\s*([\w-]+)/.exec(line);
    if (mark?.[2] === name) inside = mark[1] === undefined;
    else if (inside) kept.push(line);
  }
  return kept;
}

function visible(lines: readonly string[]): string {
  return lines.filter((line) => !ANCHOR_LINE.test(line)).join('\n');
}
