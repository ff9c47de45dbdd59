import { describe, expect, it } from 'vitest';
import { lines, parse } from '../testing/read-page.ts';

function said(body: string): readonly string[] {
  return parse(body).diagnostics.map(({ rule, message }) => `${rule} ${message}`);
}

describe('content that only running the page would make', () => {
  it.each([
    'export const rows = [{ n: 1 }]\n\n{rows.map(r => <p>{r.n}</p>)}',
    'a\n\n{true && <p>b</p>}',
    'a\n\n<table>{list.map(r => <tr><td>{r}</td></tr>)}</table>',
    'a\n\nWords {make()} more.',
  ])('is reported with its line: %j', (body) => {
    expect(said(body)).toEqual([expect.stringMatching(/^markdown:dynamic-content .*line 3, /)]);
  });

  it('is counted', () => {
    expect(said('{a()}\n\n{b()}')).toEqual([expect.stringMatching(/line 1, `\{a\(\)` and 1 more/)]);
  });

  it('is not what is known: values, comments, nothing', () => {
    expect(said("export const n = 'x'\n\n{n} {' '} {/* c */} {null} {false} {undefined} {1 + 2}\n\n{/* d */}")).toEqual(
      [],
    );
  });
});

describe('a page that is no valid MDX', () => {
  const BROKEN = 'Seen.\n\n<br> {\n\n';

  it.each([
    '<div style={{display:"none"}}>Secret.</div>',
    "<div style={{ display: 'none', color: 'red' }}>Secret.</div>",
    'Words <span style={{display:"none"}}>Secret.</span> on.',
    '<p style={{fontSize: 0}}>Secret.</p>',
    '<div style="display:none">Secret.</div>',
    '<div hidden>Secret.</div>',
    '<div hidden={true}>Secret.</div>',
  ])('leaves hidden text out and reports it: %s', (html) => {
    const { page, diagnostics } = parse(BROKEN + html);
    expect(JSON.stringify(page?.blocks)).not.toContain('Secret');
    expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(
      new Set(['markdown:mdx-syntax', 'markdown:hidden-text']),
    );
  });

  it('keeps code as it was written', () => {
    const code = '<div style={{display:"none"}}>x</div>';
    expect(lines(`${BROKEN}\`\`\`jsx\n${code}\n\`\`\``)).toContain(`\`\`\`jsx | ${code}`);
  });
});
