import { escapeXml } from './escape-xml.ts';

export interface ReportSection {
  readonly title: string;
  /** Markup made by `htmlTable`, `note` and the folded parts. */
  readonly parts: readonly string[];
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2129;--soft:#667085;--paper:#fff;--line:#d9dee7;--bad:#c8402f}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#98a2b3;--paper:#14171c;--line:#333a45;--bad:#ef7565}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.15rem .7rem;text-align:left;border-bottom:1px solid var(--line)}
td.number{text-align:right}tr.bad td,p.bad{color:var(--bad)}p.note,details{color:var(--soft)}code{font-size:.85em;overflow-wrap:anywhere}
details.readings{color:inherit}.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}pre.note{color:var(--soft);font-size:.8em}`;

/** A self-contained HTML file without scripts, fonts or external pictures. */
export function reportPage(title: string, intro: readonly string[], sections: readonly ReportSection[]): string {
  const body = sections.map((section) => `<h2>${escapeXml(section.title)}</h2>\n${section.parts.join('\n')}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${intro.map(note).join('\n')}
${body.join('\n')}
</body>
</html>
`;
}

export function note(text: string): string {
  return `<p class="note">${escapeXml(text)}</p>`;
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly bad?: boolean;
}

/** A table; cells that begin with a digit are right-aligned. */
export function htmlTable(head: readonly string[], rows: readonly TableRow[]): string {
  const heads = head.map((text) => `<th>${escapeXml(text)}</th>`).join('');
  const body = rows.map(({ cells, bad }) => {
    const written = cells.map((text) => `<td${/^-?\d/.test(text) ? ' class="number"' : ''}>${escapeXml(text)}</td>`);
    return `<tr${bad === true ? ' class="bad"' : ''}>${written.join('')}</tr>`;
  });
  return `<table><thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

/** A long list of ids, folded by default. */
export function foldedList(title: string, ids: readonly string[]): string {
  const items = ids.map((id) => `<code>${escapeXml(id)}</code>`).join(' ');
  return folded(title, `<p>${items}</p>`);
}

/** Markup that is folded by default. */
export function folded(title: string, markup: string): string {
  return `<details><summary>${escapeXml(title)}</summary>${markup}</details>`;
}
