import { describe, expect, it } from 'vitest';
import { blockTree, lines, rules } from '../testing/read-page.ts';

function shown(body: string): readonly string[] {
  return lines(body, { format: 'markdown' });
}

describe('template tags in Markdown', () => {
  it.each([
    // Jekyll: https://jekyllrb.com/docs/liquid/
    [
      "See [it]({{ '/docs/a/' | relative_url }}#b) and [that]({% link _docs/c.md %}).",
      'See [it](/docs/a/#b) and [that]().',
    ],
    ['[Code]({{ site.repository }}/a) of [x][y].\n\n[y]: {% post_url 2020-01-01-a %}', '[Code](/a) of x.\n\n[y]: <>'],
    ['A {{ "page" | capitalize }}.', 'A page.'],
    [
      '## New {%- include badge.html version="4" -%}\n\n<h5>Own {% include b.html %}</h5>\n\n{% include a.html\nb="c" %}\n\nText.',
      '## New\n\n<h5>Own</h5>\n\nText.',
    ],
    ['Use {% raw %}`{% include %}`{% endraw %}.', 'Use `{% include %}`.'],
    ['A `{% raw %}{{ b }}{% endraw %}` <code>{% raw %}{% c %}{% endraw %}</code>.', 'A `{{ b }}` `{% c %}`.'],
    ['{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}', '```ruby\nputs 1\n```'],
    ['One.\n\n{% for a in b %}\n- {{ a }}\n{% for c in a %}x{% endfor %}\n{% endfor %}\n\nTwo.', 'One.\n\nTwo.'],
    ['{% if a %}One.{% endif %}\n\n{% comment %}no{% endcomment %}{% capture x %}no{% endcapture %}', 'One.'],
    // GitBook: https://gitbook.com/docs/creating-content/blocks
    ['{% hint style="info" %}\nMind.\n{% endhint %}', ':::info\nMind.\n:::'],
    ['{% tabs %}\n{% tab title="A [b]" %}\nOne.\n{% endtab %}\n{% endtabs %}', ':::tab[A \\[b\\]]\nOne.\n:::'],
    ['{% code title="a.js" %}\n```js\nx\n```\n{% endcode %}', '```js\nx\n```'],
    // Hugo: https://gohugo.io/shortcodes/
    ['Install {{% param "version" %}} or later.', 'Install … or later.'],
    ['Since: {{< new-in 1.0 />}}\n\n{{< img src="a.png"\n  filter="b" >}}', 'Since:'],
    ['A {{< glossary_tooltip text="pod" term_id="pod" >}} runs.', 'A pod runs.'],
    ['[a]({{< ref "b.md" >}})', 'a'],
    ['{{< highlight go "linenos=table" >}}\na()\n{{< /highlight >}}', '```go\na()\n```'],
    ['{{< figure src="a.png" alt="A cat" caption="Asleep." >}}', '![A cat](a.png)\n\nAsleep.'],
    ['{{< details summary="More" >}}\nText.\n{{< /details >}}', ':::details[More]\nText.\n:::'],
    ['- a\n\n  {{< tab "Mac" >}}\n  Press.\n  {{< /tab >}}', '- a\n\n  :::tab[Mac]\n  Press.\n  :::'],
    [
      '{{< tabs >}}\n{{< tab-content name="A" >}}\n| a |\n| - |\n| 1 |\n{{< /tab-content >}}\n{{< tab-content name="B" >}}\n| b |\n| - |\n| 2 |\n{{< /tab-content >}}\n{{< /tabs >}}',
      ':::tab[A]\n| a |\n| - |\n| 1 |\n:::\n\n:::tab[B]\n| b |\n| - |\n| 2 |\n:::',
    ],
    ['One.\n{{< x >}}\nTwo.\n{{< /x >}}\n\nA {{< y >}}b{{< /y >}}.', 'One.\n\nTwo.\n\nA b.'],
    ['<div>\n{{< a >}}\n    <p>b</p>\n</div>', '<div>\n    <p>b</p>\n</div>'],
    [
      '{{% notice warning "Mind" %}}\n{{< note >}}In.{{< /note >}}\n{{% /notice %}}',
      '::::warning[Mind]\n:::note\nIn.\n:::\n::::',
    ],
    ['```md\n{{</* qr text=a /*/>}} {{< b >}}\n```', '```md\n{{< qr text=a />}} {{< b >}}\n```'],
    // VitePress: https://vitepress.dev/guide/using-vue#interpolation
    ['Now {{ version }} is out.\n\n<p>{{ message }}</p>', 'Now … is out.'],
    ['<div>\n{{ a }}\n    <p>b</p>\n{% c %}\n</div>', '<div>\n    <p>b</p>\n</div>'],
    ['{{ a }}.\n\n- {{ b }}, {{ c }}\n\n| A | B |\n| - | - |\n| {{ d }} | e |', '| A | B |\n| - | - |\n| … | e |'],
    ['A <code v-pre>{{ b }}</code> c.', 'A `{{ b }}` c.'],
    ['`{{ a }}` in ``b {{ `c` }}``.\n\n    {{ d }}', '`{{ a }}` in ``b {{ `c` }}``.\n\n    {{ d }}'],
  ])('show in %j what the page shows: %j', (text, plain) => {
    expect(blockTree(text, { format: 'markdown' })).toEqual(blockTree(plain, { format: 'markdown' }));
  });

  it.each([
    'Alert {{ $labels.instance }}, {{.State.Status}}, {{ range .Items }}{{ end }}, `a` ${{ github.sha }}.',
    'In {{#if a}}b{{/if}}, {{1,2}}, style={{ color: "red" }}.',
    'Of $x_{{i}} + 1$, $$\\frac{{a}}{{b}}$$, <code class="a">{{ b }}</code>.',
    '$$\n\\frac{{a}}{{b}}\n\n^{{c}}\n$$',
    '<pre><code>\n{{ a }}\n\n{% b %}\n</code></pre>',
    '- a\n\n      {{ b }}\n\n  - c\n\n        {{ d }}\n\n# E\n\n    {{ f }}',
    'A\n===\n\n    {{ b }}',
    'A\n\n* * *\n\n    {{ b }}',
  ])('stay as they are where they are formulas, code or of another language: %j', (text) => {
    const read = JSON.stringify(blockTree(text, { format: 'markdown' }));
    const tags = text.match(/\{[{%].*?[%}]\}/g)!;
    expect(tags.filter((tag) => !read.includes(JSON.stringify(tag).slice(1, -1)))).toEqual([]);
    expect(rules(text, { format: 'markdown' })).toEqual([]);
  });

  it('nest no deeper than boxes can, and keep their text', () => {
    const text = `${'{{< note >}}\n'.repeat(100)}Deep.\n${'{{< /note >}}\n'.repeat(100)}After.`;
    const read = shown(text);
    expect(read.filter((line) => line.includes(':::note'))).toHaveLength(18);
    expect([read.some((line) => /^ +Deep\.$/.test(line)), read.at(-1)]).toEqual([true, 'After.']);
  });

  it('are shown as they are between marks of raw text', () => {
    expect(shown('{% raw %}\nUse {{ a }}, {% for %}.\n{% endraw %} {{ "b" }}')).toEqual(['Use {{ a }}, {% for %}. b']);
  });

  it('are shown as they are in elements of code', () => {
    expect(shown('<pre>\na {{ b }}\n</pre>\n\nC {{ d }}.')).toEqual(['``` | a {{ b }}', 'C ….']);
  });

  it.each(['```html\n<pre>\n```', '    <pre>'])(
    'are filled below a sample of code that opens an element: %j',
    (sample) => {
      expect(shown(`${sample}\n\nC {{ d }}.`).at(-1)).toBe('C ….');
    },
  );

  it('are read between two blocks of code, of which the first is too long for code in a line', () => {
    const text = `{% tab title="A" %}\n\`\`\`js\n${'a\n'.repeat(200)}\`\`\`\n{% endtab %}\n{% tab title="B" %}\n\`\`\`js\nb\n\`\`\`\n{% endtab %}`;
    expect(shown(text).filter((line) => line.startsWith('='))).toEqual(['=== A', '=== B']);
  });

  it('are reported once if only the build knows their text', () => {
    expect(rules('A {{ b }} c.\n\n{% for a in b %}x{% endfor %}', { format: 'markdown' })).toEqual([
      'markdown:dynamic-content',
    ]);
    expect(rules('{% include a.html %}\n\n{{< tab a >}}b{{< /tab >}}', { format: 'markdown' })).toEqual([]);
  });

  it('that nothing closes do not hide the rest of the page', () => {
    expect(shown('{% for a in b %}\n\nOne.\n\n{% endif %}\n\n{{ two')).toEqual(['One.', '{{ two']);
  });
});
