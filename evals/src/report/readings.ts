import { escapeXml } from './escape-xml.ts';

/** An answer for reading, with the text to compare it with. */
export interface Reading {
  readonly title: string;
  readonly about: string;
  readonly verdict: string;
  readonly bad: boolean;
  readonly left: readonly Part[];
  readonly right: readonly Part[];
}

interface Part {
  readonly head: string;
  readonly text: string;
}

/** A folded list of answers, each in two columns. */
export function foldedReadings(title: string, readings: readonly Reading[]): string {
  const items = readings.map(({ title: name, about, verdict, bad, left, right }) => {
    const head = `<h3>${escapeXml(name)}</h3><p class="note">${escapeXml(about)}</p>`;
    const outcome = `<p${bad ? ' class="bad"' : ''}>${escapeXml(verdict)}</p>`;
    return `${head}${outcome}<div class="pair"><div>${parts(left)}</div><div>${parts(right)}</div></div>`;
  });
  return `<details class="readings"><summary>${escapeXml(title)}</summary>${items.join('\n')}</details>`;
}

function parts(list: readonly Part[]): string {
  return list
    .map(({ head, text }) => `<pre class="note">${escapeXml(head)}</pre><pre>${escapeXml(text)}</pre>`)
    .join('');
}
