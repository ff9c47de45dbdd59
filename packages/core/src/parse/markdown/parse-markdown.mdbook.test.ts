import { describe, expect, it } from 'vitest';
import { lines, rules } from '../testing/read-page.ts';

function book(body: string, imports: Record<string, string> = {}): readonly string[] {
  return lines(body, { format: 'mdbook', imports });
}

describe('parseMarkdown reads mdBook pages (R22)', () => {
  it('leaves out the lines of Rust that mdBook hides', () => {
    const body =
      '```rust,ignore\n# use std::io;\nfn main() {\n    #[derive(Debug)]\n    ## kept\n#\n}\n```\n\n```sh\n# kept\n```';
    expect(book(body)).toEqual(['```rust | fn main() {⏎    #[derive(Debug)]⏎    # kept⏎}', '```sh | # kept']);
  });

  it('includes files whole, by lines and by anchors', () => {
    const file = 'one\n// ANCHOR: a\ntwo\n// ANCHOR_END: a\nthree\n';
    const body =
      '```\n{{#include f.txt}}\n```\n```\n{{#include f.txt:5}}\n```\n```\n{{ #include f.txt:3: }}\n```\n```\n{{#rustdoc_include f.txt:a}}\n```\n\n\\{{#include f.txt}} {{#title T}}';
    const read = ['``` | one⏎two⏎three', '``` | three', '``` | two⏎three', '``` | two', '{{#include f.txt}}'];
    expect(book(body, { 'f.txt': file })).toEqual(read);
  });

  it('reports what could not be included, once for the page', () => {
    expect(rules('{{#include a.md}} {{#include b.md}}', { format: 'mdbook' })).toEqual(['markdown:missing-import']);
  });

  it('ends when a file includes itself', () => {
    const again = { 'a.md': 'x {{#include a.md}}', 'a.md > a.md': 'x {{#include a.md}}' };
    expect(book('{{#include a.md}}', again)).toEqual(['x x']);
  });

  it('leaves out front matter, and places for what preprocessors write', () => {
    const body = '---\nminutes: 5\n---\n\n# Clone\n\n{{%segment outline}}\n\nText {{%a}}.\n\n```\n{{%b}}\n```';
    expect(book(body)).toEqual(['# Clone #clone', 'Text {{%a}}.', '``` | {{%b}}']);
    expect(book('---\n\nText.\n\n---\n\nMore.')).toEqual(['Text.', 'More.']);
  });

  it('reads warnings and listings', () => {
    const body =
      '<div class="warning">\n\nMind.\n\n</div>\n\n<Listing number="1-2" file-name="src/main.rs" caption="A `main` function">\n\n```rust\nfn main() {}\n```\n\n</Listing>';
    expect(book(body)).toEqual([
      ':::warning',
      '  Mind.',
      'Filename: src/main.rs',
      '```rust | fn main() {}',
      'Listing 1-2: A main function',
    ]);
  });
});
