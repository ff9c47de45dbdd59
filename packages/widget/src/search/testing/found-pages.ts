import type { FoundPages, FoundSection, LitText } from '../../client/search-docs.ts';

/** A text whose words in brackets are highlighted. */
export function lit(marked: string): LitText {
  const found: { start: number; end: number }[] = [];
  let text = '';
  for (const [at, part] of marked.split(/[[\]]/u).entries()) {
    if (at % 2 === 1) found.push({ start: text.length, end: text.length + part.length });
    text += part;
  }
  return { text, lit: found };
}

function section(
  kind: FoundSection['kind'],
  anchor: string,
  headings: readonly string[],
  snippet: string,
): FoundSection {
  return { kind, anchor, headings: headings.map(lit), snippet: lit(snippet) };
}

/** Search results for `seta` on the site of `elementSite`: two pages, one of which is open. */
export function foundPages(origin: string): FoundPages {
  return {
    pages: [
      {
        url: `${origin}/plain-1.html`,
        title: lit('Valves'),
        sections: [
          section('heading', 'seats', ['[Seats]'], 'The [seat] of a valve closes it. It is ground to fit.'),
          section('text', 'seats', ['Seats', 'Care'], 'It is ground to fit.'),
          section('code', 'springs', ['Springs'], 'valve --[seat] 3'),
        ],
      },
      {
        url: `${origin}/widget-parts`,
        title: lit('[Seat] parts'),
        sections: [section('page', '', [], 'Parts of a [seat], with numbers.')],
      },
    ],
    corrected: [{ from: 'seta', to: 'seat' }],
  };
}
