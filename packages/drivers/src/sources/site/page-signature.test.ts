import { describe, expect, it } from 'vitest';
import { pageSignature } from './visit.ts';

const PAGE = '<html><head><title>T</title></head><body><h1>One</h1><p>Words 12.</p></body></html>';

describe('the revision of a page (R24)', () => {
  it.each([
    ['other programs', PAGE.replace('</head>', '<script src="/main.8f3a.js" defer></script></head>')],
    ['a program in the page', PAGE.replace('</body>', '<script>var build = "<p>Words</p>" + 7</script></body>')],
    [
      'another style sheet',
      PAGE.replace('</head>', '<link rel="stylesheet" href="/s.1.css"><style>p{}</style></head>'),
    ],
    ['a token for this visit', PAGE.replace('</head>', '<meta name="csrf" content="k3"></head>')],
    ['a comment', PAGE.replace('<h1>', '<!-- built on <b>Monday</b> --><h1>')],
  ])('stays with %s', (_, html) => {
    expect(pageSignature(html).revision).toBe(pageSignature(PAGE).revision);
  });

  it('stays with another nonce on the same element', () => {
    const [one, two] = ['<p nonce="a1" id="x">W</p>', '<p nonce="b2" id="x">W</p>'].map((html) => pageSignature(html));
    expect(one!.revision).toBe(two!.revision);
  });

  it.each([
    ['a word', PAGE.replace('Words', 'Sentences')],
    ['a digit', PAGE.replace('12', '13')],
    ['the title', PAGE.replace('<title>T', '<title>U')],
    ['a heading’s level', PAGE.replaceAll('h1', 'h2')],
    ['an attribute', PAGE.replace('<h1>', '<h1 id="one">')],
    ['text that looks like a comment in an attribute', PAGE.replace('<h1>', '<h1 title="<!--">')],
  ])('changes with %s', (_, html) => {
    expect(pageSignature(html).revision).not.toBe(pageSignature(PAGE).revision);
  });

  it('changes with a formula that is written as a program', () => {
    const [one, two] = ['x', 'y'].map((name) => pageSignature(`<script type="math/tex">${name}^2</script>`));
    expect(one!.revision).not.toBe(two!.revision);
  });

  it('sees the words after a tag that pretends to be a program inside quotes', () => {
    const [one, two] = ['a', 'b'].map((word) => pageSignature(`<p title="<script>">${word}</p>`));
    expect(one!.revision).not.toBe(two!.revision);
  });
});

describe('the text fingerprint of a page', () => {
  it('is that of the words without digits and markup', () => {
    expect(pageSignature('<p>Month 3</p>').text).toBe(pageSignature('<p class="x">Month 11</p>').text);
    expect(pageSignature('<p>Month 3</p>').text).not.toBe(pageSignature('<p>Year 3</p>').text);
  });
});

it.each(['<', '<a ', '<!--', '<a "', '<a \'"', '<script>', '<title>', '</'])(
  'reads megabytes of `%s` at one go',
  (piece) => {
    expect(pageSignature(piece.repeat(300_000)).revision).toHaveLength(64);
  },
);
