import { describe, expect, it } from 'vitest';
import { lines } from '../testing/read-page.ts';

const read = (body: string): readonly string[] => lines(body, { format: 'markdown', dialect: 'kramdown' });

describe('raw HTML of kramdown and Python-Markdown', () => {
  it.each([
    [
      'goes on over blank lines, also where they are indented',
      '<table>\n  <tr>\n    <td><p>\n\n      One *a*,\n\n      two.\n\n    </p></td>\n    <td>b</td>\n  </tr>\n</table>',
      '| One *a*, two. | b',
    ],
    ['goes on to its last tag alone', '<p>\n\n    a\n\n</p>\n\nText.\n\n    code', 'a', 'Text.', '``` | code'],
    [
      'goes on within an item',
      '- a\n\n  <div>\n      <p>\n\n        b\n\n      </p>\n  </div>\n\n  c',
      'ul',
      '- a',
      '  b',
      '  c',
    ],
    ['ends where CommonMark ends it if it has no last tag', '<p>a\n\nb\n\n    code', 'a', 'b', '``` | code'],
    ['keeps code', '<div>\n\n```\n<p>\n\n    a\n```\n\n</div>', '``` | <p>⏎⏎    a'],
    [
      'keeps Markdown without indent behind a blank line, and what is indented in it',
      '<details>\n<summary>S</summary>\n\n- a\n\n    b\n\n</details>',
      '+ S',
      '  ul',
      '  - a',
      '    b',
    ],
    [
      'holds Markdown where it says so, indented or on the line of its tags',
      '<div>\n  <p markdown="1">A `b`</p>\n  <p class="x" markdown="span">\n    C `d`\n\n    e.</p>\n</div>',
      'A b',
      'C d',
      'e.',
    ],
    ['is none in code', '```\n<p markdown="1">\n    a</p>\n```', '``` | <p markdown="1">⏎    a</p>'],
  ])('%s', (_, body, ...blocks) => {
    expect(read(body)).toEqual(blocks);
  });

  it('ends at a blank line in the Markdown of others', () => {
    expect(lines('<p>\n\n    a\n\n</p>', { format: 'markdown' })).toEqual(['``` | a']);
  });
});

describe('tables of kramdown and Python-Markdown', () => {
  const table = '| A | B |\n| - | - |\n| `a|b` `c\\|d` | ``e`|`f`` |';
  it('have signs in code that part no cells, unlike those of GitHub', () => {
    expect(read(`${table}\n\nNo \`g|h\`.`)).toEqual(['|= A | B', '| a|b c|d | e`|`f', 'No g|h.']);
    expect(lines(table, { format: 'markdown' })).not.toContain('| a|b c|d | e`|`f');
  });
});
