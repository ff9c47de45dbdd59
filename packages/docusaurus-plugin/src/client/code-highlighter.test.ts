import { Prism } from 'prism-react-renderer';
import { expect, test } from 'vitest';
import { codeHighlighter, codeStyle, type PrismLike } from './code-colors.ts';

const highlight = codeHighlighter(Prism as unknown as PrismLike);
const CODE = 'def f(x):\n    """Two\n    lines."""\n\n    return x + 1\n';

test('code comes back whole, line by line', () => {
  const lines = highlight(CODE, 'python')!;
  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(CODE);
  expect(lines[0]).toContainEqual({ text: 'def', className: 'token keyword' });
  expect(lines[2]!.map(({ className }) => className)).toEqual([expect.stringContaining('string')]);
});

test.each(['', 'no-such-language', 'constructor', '__proto__', 'extend'])(
  'a language that is none, `%s`, is not coloured',
  (language) => {
    expect(highlight(CODE, language)).toBeUndefined();
  },
);

test('colours of the site become rules for both its colour modes, and nothing else does', () => {
  const css = codeStyle({
    theme: {
      plain: { color: '#111', backgroundColor: '#fffffe', padding: 4 },
      styles: [{ types: ['keyword', 'tag'], style: { color: 'rgb(1, 2, 3)', fontStyle: 'italic' } }],
    },
    darkTheme: {
      plain: { color: 'red;} body { display: none' },
      styles: [
        { types: ['key word}'], style: { color: 'red' } },
        { types: ['string'], style: { color: 'red;} body { display: none', opacity: 0.5 } },
        { types: ['number'], style: { color: 'url(https://evil.example/x)' } },
      ],
    },
  });
  expect(css.split('\n')).toEqual([
    '#ibid-root .ibid-code pre{color:#111;background-color:#fffffe}',
    '#ibid-root .token{color:inherit}',
    '#ibid-root .token.keyword,#ibid-root .token.tag{color:rgb(1, 2, 3);font-style:italic}',
    'html[data-theme=dark] #ibid-root .token{color:inherit}',
    'html[data-theme=dark] #ibid-root .token.string{opacity:0.5}',
  ]);
  expect(codeStyle(undefined)).toBe('');
});
