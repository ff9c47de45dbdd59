import { describe, expect, it } from 'vitest';
import type { RawPage } from '../../types/source.ts';
import { outline } from '../testing/outline.ts';
import { blockTree, lines, parse, rules } from '../testing/read-page.ts';

function anchors(body: string, raw: Partial<RawPage> = {}): readonly string[] {
  return blockTree(body, raw).flatMap((block) => (block.type === 'heading' ? [block.anchor] : []));
}

describe('parseMarkdown finds the title that the built page shows (R21)', () => {
  it('takes a first heading of the first level, which carries no id', () => {
    const { page } = parse('---\ntitle: Named\n---\n\nBefore.\n\n# Shown `title`\n\nText.');
    expect(page?.title).toBe('Shown title');
    expect(outline(page!.blocks)).toEqual(['Before.', '# Shown title', 'Text.']);
  });

  it('puts the title of the front matter above a page whose first heading is another', () => {
    const { page } = parse('---\ntitle: Named\n---\n## First\n\n# Late');
    expect(page?.title).toBe('Named');
    expect(outline(page!.blocks)).toEqual(['# Named', '## First #first', '# Late']);
    const hidden = parse('---\ntitle: Named\nhide_title: true\n---\nText').page!;
    expect([hidden.title, ...outline(hidden.blocks)]).toEqual(['Named', 'Text']);
  });

  it('takes any first heading for a home page without a name', () => {
    expect(parse('Parrot\n---\n\nText.', { url: 'https://site.test/' }).page?.title).toBe('Parrot');
    expect(parse('Text.', { url: 'https://site.test/' }).page?.title).not.toBe('');
    expect(parse('Text.\n\nParrot\n---', { url: 'https://site.test/strict_mode' }).page?.title).toBe('Strict mode');
  });

  it('takes the heading that a page without a title begins with, at any level, but not one of several', () => {
    const { page } = parse('### Database\n\nText.\n\n#### Inner');
    expect([page?.title, ...outline(page!.blocks)]).toEqual([
      'Database',
      '### Database #database',
      'Text.',
      '#### Inner #inner',
    ]);
    expect(parse('### Unions\n\n### Enums').page?.title).toBe('Some page');
    expect(parse('### Unions\n\n# Late').page?.title).toBe('Late');
  });

  it('takes headings in boxes and samples, written as elements without an id, for text', () => {
    const body =
      '<div class="note">\n<h5>Mind</h5>\n<p>It.</p>\n</div>\n\n## Real\n\n<div class="demo">\n\n<h1>Oh</h1>\n\n### Own\n\n</div>';
    for (const format of ['markdown', 'mdx'] as const) {
      expect(lines(body, { format })).toEqual(['Mind', 'It.', '## Real #real', 'Oh', '### Own #own']);
    }
    const centred =
      '<div align="center"><h1>Name</h1></div>\n\n<div class="row"><h2>One</h2></div>\n\n<div class="note"><h2 id="b">Two</h2></div>';
    expect(lines(centred, { format: 'markdown' })).toEqual(['# Name', '## One', '## Two #b']);
  });

  it('lets the source know better, and falls back to the address', () => {
    expect(parse('# Own', { title: 'Known' }).page).toMatchObject({ title: 'Known', blocks: [{ text: 'Known' }] });
    expect(parse('Text').page?.title).toBe('Some page');
    expect(parse('Text', { url: 'https://docs.example.org/' }).page?.title).not.toBe('');
  });

  it('leaves out drafts and unlisted pages and says so', () => {
    expect(parse('---\ndraft: true\n---\nText')).toMatchObject({
      page: undefined,
      diagnostics: [{ severity: 'info' }],
    });
    expect(rules('---\nunlisted: true\n---\nText')).toEqual(['markdown:unlisted']);
  });

  it('reads the front matter of Hugo and Zola', () => {
    const toml =
      '+++\ntitle = "A \\"b\\"" # so\ndate = 2026-01-01\nslug = \'c\'\ndraft = false\n\n[extra]\ntitle = "D"\n+++\nText';
    expect(lines(toml)).toEqual(['# A "b"', 'Text']);
    expect(rules('+++\ndraft = true\n+++\nText')).toEqual(['markdown:draft']);
    expect(lines('+++\n\n# Not closed')).toContain('# Not closed');
  });

  it('reads on when the front matter is broken', () => {
    expect(lines('---\na: [b\n---\nText')).toEqual(['Text']);
    expect(rules('---\na: [b\n---\nText')).toEqual(['markdown:front-matter']);
  });
});

describe('parseMarkdown gives headings the ids of the built page (R32)', () => {
  it('slugs as Docusaurus does, counting the title and repeated headings', () => {
    expect(anchors('# Setup\n\n## Setup\n\n## Setup\n\n### `foo()` & *Bar*: "x"\n\n## 你好 World!')).toEqual([
      '',
      'setup-1',
      'setup-2',
      'foo--bar-x',
      '你好-world',
    ]);
  });

  it('takes explicit ids in both notations and keeps them out of the text', () => {
    const body = '## First **one** {#my-id}\n\n## Second {/* #other */}\n\n## First one';
    expect(lines(body)).toEqual(['## First one #my-id', '## Second #other', '## First one #first-one']);
  });

  it('slugs as mdBook does, the first level included', () => {
    expect(
      anchors('# The `Vec<T>` Type!\n\n## What’s *new*?\n\n## A  b\n\n## A  b\n\n## x {#own .cls}', {
        format: 'mdbook',
      }),
    ).toEqual(['the-vect-type', 'whats-new', 'a--b', 'a--b-1', 'own']);
  });

  it('slugs as VitePress and MkDocs do, where the source knows of them', () => {
    const body =
      "# What's new?\n\n## `server.ws`\n\n## A & B\n\n## 2. Ünits, a_b --c\n\n## A & B\n\n## A & B\n\n## 你好";
    const slugs = (one: 'vitepress' | 'mkdocs'): readonly string[] =>
      anchors(body, { format: 'markdown', slugs: one }).slice(1);
    expect(slugs('vitepress')).toEqual(['server-ws', 'a-b', '_2-units-a-b-c', 'a-b-1', 'a-b-2', '你好']);
    expect(slugs('mkdocs')).toEqual(['serverws', 'a-b', '2-units-a_b-c', 'a-b_1', 'a-b_2', '_1']);
    const numbered = '# T\n\n## a_1\n\n## a_1\n\n## a\n\n## a\n\n## a_2';
    expect(anchors(numbered, { format: 'markdown', slugs: 'mkdocs' }).slice(1)).toEqual([
      'a_1',
      'a_2',
      'a',
      'a_3',
      'a_4',
    ]);
  });

  it('takes the id of a heading written as an element, and none where it has none', () => {
    expect(anchors('<h2 id="given">One</h2>\n\n<h3>Two</h3>')).toEqual(['given', '']);
  });

  it('counts ids in a partial by themselves, as MDX compiles it', () => {
    const raw = { imports: { './_p.mdx': '## Same\n\nInner.' } };
    expect(anchors("import P from './_p.mdx'\n\n## Same\n\n<P />\n\n## Same", raw)).toEqual(['same', 'same', 'same-1']);
  });
});

describe('parseMarkdown keeps what a reader sees and nothing else (R22)', () => {
  it('leaves the text of inline markup, links and elements', () => {
    const text = 'A *b* **c** ~~d~~ `e` [f](g) <kbd>h</kbd>  \ni<br/>j &amp; https://k.org';
    expect(lines(text)).toEqual(['A b c e f h i j & https://k.org']);
  });

  it('drops comments, module lines and expressions, and keeps what expressions say', () => {
    const body =
      "import A from './a'\nexport const b = 'B'\n\nOne {/* no */} two <!-- no --> {b} {'three'} {`four ${b}`} {run()}.\n\n<!--\nno\n\n# no\n-->\n\nEnd.";
    expect(lines(body)).toEqual(['One two B three four B .', 'End.']);
  });

  it('drops characters that no reader sees, and reports those that can deceive', () => {
    expect(lines('a\u200bb\ufeff c\u{e0041}')).toEqual(['ab c']);
    expect(lines('$$\na\u200b = b\n$$\n\n$$\n\u{e0041}\n$$')).toEqual(['$$ a = b']);
    expect(rules('c\u{e0041}')).toEqual(['markdown:hidden-characters']);
    expect(rules('a\u200bb')).toEqual([]);
  });

  it('drops and reports text that the page hides', () => {
    const body =
      'Seen <span style={{display: "none"}}>hidden</span>\n\n<div hidden>hidden</div>\n\n<p aria-hidden="true">hidden</p>';
    expect(lines(body)).toEqual(['Seen']);
    expect(new Set(rules(body))).toEqual(new Set(['markdown:hidden-text']));
  });

  it('sets images apart from the text they stand in', () => {
    const body = '![alone](a.png)\n\nText ![within](b.png) goes on. ![](c.png)\n\n<img alt="element" src={x} />';
    expect(lines(body)).toEqual(['![alone]', 'Text goes on.', '![within]', '![element]']);
  });

  it('reads lists, tasks, quotes and tables', () => {
    const body = '3. a\n4. b\n\n   c\n\n- [x] done\n\n> said\n\n| H | `I` |\n| - | - |\n| 1 | ![only](x) |\n|  |  |';
    expect(lines(body)).toEqual([
      'ol',
      '3. a',
      '4. b',
      '  c',
      'ul',
      '- ☑ done',
      '>',
      '  said',
      '|= H | I',
      '| 1 | only',
    ]);
  });

  it('leaves out diagrams that the site draws and says so once, and keeps them as code elsewhere', () => {
    const body = '```mermaid\ngraph LR\n```\n\nText.\n\n```mermaid title="x"\ngraph TD\n```\n\n```js\na\n```';
    const diagram = '```mermaid | graph LR';
    expect(lines(body)).toContain(diagram);
    expect(rules(body)).toEqual([]);
    const drawn = parse(body, { drawn: ['mermaid'] });
    expect(outline(drawn.page!.blocks)).toEqual(['Text.', '```js | a']);
    expect(drawn.diagnostics).toMatchObject([{ severity: 'info', rule: 'markdown:drawn-code' }]);
    const partial = { drawn: ['mermaid'], imports: { './_x.mdx': body } };
    expect(rules("import X from './_x.mdx'\n\n<X />", partial)).toEqual(['markdown:drawn-code']);
    expect(lines(body, { format: 'mdbook' })).toContain(diagram);
  });

  it('reads code with its language and title and without the comments that only mark lines', () => {
    const body =
      '```TS title="src/a.ts" showLineNumbers\nconst a = 1;\n// highlight-next-line\nconst b = 2;\n{/* highlight-end */}\n# highlight-me\n```\n\n```none\nplain\n```';
    expect(lines(body)).toEqual(['```ts src/a.ts | const a = 1;⏎const b = 2;⏎# highlight-me', '``` | plain']);
  });

  it('leaves out imports of components in plain Markdown, and keeps a sentence that begins like one', () => {
    const body =
      'import Tabs from "@theme/Tabs";\nimport { a, b } from \'./c\'\n\nimport "./d.css"\n\nimport duties from Norway rise.\n\n```js\nimport x from "x"\n```';
    expect(lines(body, { format: 'markdown' })).toEqual([
      'import duties from Norway rise.',
      '```js | import x from "x"',
    ]);
  });

  it('reads code without what Twoslash hides and the marks of lines in VitePress', () => {
    const sample = [
      "import { Pump } from 'pump'",
      '// ---cut---',
      '// @errors: 2345',
      'const pump = new Pump()',
      '//    ^?',
      '// ---cut-start---',
      'hidden()',
      '// ---cut-end---',
      'pump.start() // @now',
      '// ---cut-after---',
      'pump.stop()',
    ];
    const [shown, plain] = ['twoslash', ''].map((meta) => lines(`\`\`\`ts ${meta}\n${sample.join('\n')}\n\`\`\``));
    expect(shown).toEqual(['```ts | const pump = new Pump()⏎pump.start() // @now']);
    expect(plain).toEqual([`\`\`\`ts | ${sample.join('⏎')}`]);
    const marked =
      "a() // [!code focus]\nb() // [!code --:2]\nb(2)\nc('[!code --]') // [!code ++]\n<i> <!-- [!code highlight:2] -->";
    expect(lines(`\`\`\`ts\n${marked}\n\`\`\``)).toEqual(["```ts | a()⏎c('[!code --]')⏎<i>"]);
  });

  it('shows the quoted text alone in braces of code that VitePress fills', () => {
    const body =
      "```sh-vue\ncd {{'<name>'}} {{ a }}\n```\n\n```sh\ncd {{'<name>'}}\n```\n\nA `f({{ '{' }} a: 'b' {{ '}' }})`, `{{ \"loki.name\" }}`.";
    expect(lines(body, { format: 'markdown' })).toEqual([
      '```sh | cd <name> {{ a }}',
      "```sh | cd {{'<name>'}}",
      `A f({{ '{' }} a: 'b' {{ '}' }}), {{ "loki.name" }}.`,
    ]);
  });

  it('leaves out lines of code that Expressive Code takes out', () => {
    const code = 'a\nb\nc\nd\ne';
    expect(lines(`\`\`\`ts title="x.ts" del={1, 4-5} ins={2}\n${code}\n\`\`\``)).toEqual(['```ts x.ts | b⏎c']);
    expect(lines(`\`\`\`ts del={"1":2} del="c"\n${code}\n\`\`\``)).toEqual(['```ts | a⏎c⏎d⏎e']);
  });

  it('leaves out code that only runs, the colours of a terminal, and how links open', () => {
    const body =
      '```py exec="on" result="text"\nprint(1)\n```\n\n```py exec="on" source="above"\nprint(2)\n```\n\n```ansi\n\u001B[1m\u001B[36mDone\u001B[0m\n```\n\nSee [it](a.md){target=_blank}, `{target=_blank}`.';
    expect(lines(body, { format: 'markdown' })).toEqual([
      '```py | print(2)',
      '```ansi | Done',
      'See it, {target=_blank}.',
    ]);
  });

  it('reads pages whose lines end as on older systems', () => {
    expect(lines('\r# A {#a}\r\rOne.\r\nTwo.')).toEqual(lines('\n# A {#a}\n\nOne.\nTwo.'));
    expect(rules('\r{#a}')).not.toContain('markdown:unreadable');
    for (const text of ['\u2028{{a}}', '-8<- "a\u2028b"']) {
      expect(rules(text, { format: 'markdown' })).not.toContain('markdown:unreadable');
    }
  });

  it('takes dollars for maths only where they are', () => {
    expect(lines('It costs $5 and $10; $HOME/$USER; area $\\pi r^2$.\n\n$$\nE = mc^2\n$$')).toEqual([
      'It costs $5 and $10; $HOME/$USER; area \\pi r^2.',
      '$$ E = mc^2',
    ]);
    expect(lines("Points $(X, Y, Z)$, $-1$, $n!$, $f'$, $x,y$ and $\\frac{1}\n{2}$.")).toEqual([
      "Points (X, Y, Z), -1, n!, f', x,y and \\frac{1} {2}.",
    ]);
    expect(lines('With $1-p$, $(1 - c)$, $p q$ and $A B$.')).toEqual(['With 1-p, (1 - c), p q and A B.']);
    expect(lines('With $ x_t $, 0.3$\\pi$s, $J[0]$ and $g(x)=\nax + b$.')).toEqual([
      'With x_t, 0.3$\\pi$s, J[0] and g(x)= ax + b.',
    ]);
    const money = [
      'From $5 to 6 $, or $5-$10 a month.',
      'Run echo $a $b and $1 $2.',
      'From $5, to $10.',
      'Match (a)$ - or \\d3$ here.',
      'As page.$$eval or page.$$eval do.',
      'Say ($5) or ($10), $1,000\nor $2,000 (50 % = half) in all.',
    ];
    for (const text of money) expect(lines(text)).toEqual([text.replace('\n', ' ')]);
  });

  it('puts footnotes behind the block that first refers to them', () => {
    const notes = '[^a]: First.\n[^b]: Second[^d].\n[^c]: Never used.\n[^d]: Third.';
    expect(lines(`One[^b] two[^a].\n\nThree[^b].\n\n${notes}`)).toEqual([
      'One two.',
      'ul',
      '- Second.',
      '- First.',
      '- Third.',
      'Three.',
    ]);
  });

  it('shows the signs of tables for their names', () => {
    expect(
      lines('| A | B |\n| - | - |\n| :white_check_mark: | No :x:, `:x:`. |\n\nBe :warning: or the :x option.'),
    ).toEqual(['|= A | B', '| ✅ | No ❌, :x:.', 'Be ⚠️ or the :x option.']);
  });

  it('leaves shortcodes and colons in text alone', () => {
    const text = 'At 10:30 see foo:bar and :smile: and std::vec.';
    expect(lines(text)).toEqual([text]);
  });
});

describe('parseMarkdown reads Markdown with raw HTML (R22)', () => {
  it('joins an element whose tags stand blocks apart', () => {
    const body = '<details>\n<summary>More</summary>\n\n- *one*\n\n<div>\n\nTwo\n\n</details>\n\nAfter.';
    expect(lines(body, { format: 'markdown' })).toEqual(['+ More', '  ul', '  - one', '  Two', 'After.']);
  });

  it('reads tag soup as a browser does', () => {
    const body = '<ul><li>one<li>two</ul>\n\n<p align=center>Text &lt;tag&gt;<br>more\n<script>no()</script>';
    expect(lines(body, { format: 'markdown' })).toEqual(['ul', '- one', '- two', 'Text <tag> more']);
  });

  it('reads alerts as GitHub and others write them, which Docusaurus shows as quotes', () => {
    const body = '> [!WARNING]\n> Mind *this*.\n\n> [!LEGACY] Not alone\n> on its line';
    const alerts = [':::warning', '  Mind this.', ':::legacy', '  Not alone on its line'];
    expect(lines(body, { format: 'markdown' })).toEqual(alerts);
    expect(lines(body)).toEqual(['>', '  [!WARNING] Mind this.', '>', '  [!LEGACY] Not alone on its line']);
  });
});

describe('parseMarkdown reads long tables some rows at a time', () => {
  const top = '| part | mass |\n| --- | --- |\n';
  const numbers = Array.from({ length: 1_000 }, (_, at) => at);
  const rows = numbers.map((at) => `| p${at} | ${at} g |\n`).join('');
  const cells = numbers.map((at) => `| p${at} | ${at} g`);

  it.each(['markdown', 'mdx', 'mdbook'] as const)('all rows of %s, and what is around them', (format) => {
    const body = `# A\n\nBefore.\n\n${top}${rows}\nAfter.\n\n${top}${rows}`;
    const table = ['|= part | mass', ...cells];
    expect(lines(body, { format }).slice(1)).toEqual(['Before.', ...table, 'After.', ...table]);
  });

  it('links and footnotes of late rows, whose definitions are elsewhere', () => {
    const late = '| [see][IT], [it] | x[^1] |\n';
    const body = `${top}${rows}${late}\n[it]:\n  /there\n\n[^1]: Heavy.\n`;
    const table = blockTree(body).find((block) => block.type === 'table');
    expect(table?.rows.at(-1)?.[0]).toMatchObject({ text: 'see, it', marks: [{ kind: 'link' }, { kind: 'link' }] });
    expect(lines(body).at(-1)).toContain('Heavy.');
  });

  it('rows in code stay code, and text right below the rows stays a row', () => {
    expect(lines(`\`\`\`\n${top}${rows}\n\`\`\`\n`).filter((line) => line.startsWith('|'))).toEqual([]);
    expect(lines(`${top}${rows}below\n`).at(-1)).toBe('| below');
  });

  it('messages name the right lines', () => {
    const { diagnostics } = parse(`${top}${rows}\n<A>\n`, { format: 'mdx' });
    expect(diagnostics.map(({ message }) => message).join()).toContain('1004:1');
    const inRow = parse(`${top}${rows}| {a | b |\n\nAfter.\n`, { format: 'mdx' });
    expect(inRow.diagnostics.map(({ message }) => message).join()).toContain('line 1003');
  });
});
