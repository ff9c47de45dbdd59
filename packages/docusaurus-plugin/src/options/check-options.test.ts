import { IbidError } from '@ibid/core';
import { describe, expect, test } from 'vitest';
import { checkOptions } from './check-options.ts';

function problemOf(options: unknown): string {
  try {
    checkOptions(options);
  } catch (error) {
    if (IbidError.is(error, 'INVALID_CONFIG')) return error.message;
    throw error;
  }
  return '';
}

describe('options that cannot be used are refused with the option, its value, and what is allowed', () => {
  test.each<readonly [unknown, readonly string[]]>([
    [{ sitekey: 'public-site-key' }, ['`sitekey` is not an option', 'Did you mean `siteKey`?']],
    [{ theme: 'dark' }, ['`theme` is not an option', '`launcher`', '`shortcut`']],
    [{ launcher: 'yes' }, ['`launcher` is `"yes"`', '`true` or `false`']],
    [{ askSelection: null }, ['`askSelection` is `null`', '`true` or `false`']],
    [{ api: 'ask.example.org' }, ['`api` is `"ask.example.org"`', 'https://ask.example.org']],
    [{ api: '//evil.example' }, ['`api`']],
    [{ api: 'javascript:alert(1)' }, ['`api`']],
    [{ api: 'https://user:pass@example.org' }, ['`api`']],
    [{ api: 'https://example.org/?a=1' }, ['`api`']],
    [{ siteKey: 'short' }, ['`siteKey` is `"short"`', 'at least 8']],
    [{ siteKey: 'has a space in it' }, ['`siteKey`']],
    [{ index: '' }, ['`index` is `""`']],
    [{ index: 'qdrant:http://127.0.0.1:6333/book' }, ['`ibid copy --from .ibid/index.db --to qdrant:…`']],
    [{ dev: 'no' }, ['`dev` is `"no"`', '`index` and `port`']],
    [{ dev: { port: 70_000 } }, ['`dev.port` is `70000`', '65535']],
    [{ dev: { prot: 1 } }, ['`dev.prot` is not an option', 'Did you mean `port`?']],
    [{ shortcut: 'I' }, ['`shortcut` is `"I"`', '`Mod+I`']],
    [{ shortcut: 'Cmd+I' }, ['`shortcut` is `"Cmd+I"`', 'Mod, Ctrl, Alt, Shift, Meta']],
    [{ searchShortcut: 'K' }, ['`searchShortcut` is `"K"`', '`Mod+I`']],
    [{ suggestions: 'How?' }, ['`suggestions` is `"How?"`', 'a list of questions']],
    [{ suggestions: ['a', 'b', 'c', 'd', 'e', 'f'] }, ['`suggestions`', 'at most 5']],
    [{ suggestions: { en: ['a'], ur: [1] } }, ['`suggestions.ur`', 'texts']],
    [{ suggestions: [''] }, ['no empty text']],
    [{ content: ' ' }, ['`content`', 'CSS selector']],
    ...['[[[', 'main >', '> main', 'main,', 'main:not(', ':hass(p)', 'main::before', 'p:hovr'].map(
      (content) => [{ content }, [`\`content\` is \`${JSON.stringify(content)}\``, 'CSS selector']] as const,
    ),
    [{ exclude: '/blog/**' }, ['`exclude` is `"/blog/**"`', 'a list of paths']],
    [{ embedder: 5 }, ['`embedder` is `5`', '`builtin`']],
    [{ embedder: 'bultin' }, ['`embedder` is `"bultin"`; did you mean `builtin`?', '`ollama`']],
    [{ embedder: { name: 'opnai' } }, ['`embedder.name` is `"opnai"`; did you mean `openai`?']],
    [{ embedder: { name: 'gemini', dimensions: 0 } }, ['`embedder.dimensions` is `0`']],
    [{ embedder: {} }, ['`embedder.name` is `undefined`']],
    [{ embedder: { name: 'builtin', model: 'm' } }, ['`embedder.model` is not an option. Only other embedders']],
    [{ embedder: { name: 'ollama', modell: 'x' } }, ['`embedder.modell` is not an option', 'Did you mean `model`?']],
    [
      { embedder: { name: 'openai', apiKeyEnv: 'OPENAI_API_KEY' } },
      ['`embedder.apiKeyEnv` is not an option', 'stand in the environment'],
    ],
    [{ apiKey: 'OPENAI_API_KEY' }, ['`apiKey` is not an option']],
    [{ mode: 'static', api: '/ask' }, ['`api`', 'leave one of them out']],
    [{ mode: 'static', indexOnBuild: false }, ['`indexOnBuild: false`']],
    [{ offline: true, api: '/ask' }, ['`offline`', 'asks a server']],
    [{ deviceModel: true, api: '/ask' }, ['`deviceModel`', 'asks a server']],
    [{ feedback: 'thumbs' }, ['`feedback` is `"thumbs"`', '/api/feedback']],
    [{ feedback: '/thumbs', api: '/ask' }, ['`feedback`', 'a server keeps it']],
    ['fast', ['give an object']],
  ])('%j', (options, parts) => {
    const problem = problemOf(options);
    expect(problem).toContain('@ibid/docusaurus-plugin');
    for (const part of parts) expect(problem).toContain(part);
  });

  test('all wrong options are named at once', () => {
    const problem = problemOf({ launcher: 1, shortcut: 'I', nonsense: true });
    for (const name of ['launcher', 'shortcut', 'nonsense']) expect(problem).toContain(`\`${name}\``);
  });
});

describe('secrets are refused, because Docusaurus ships its configuration to readers', () => {
  test.each([
    { apiKey: 'abc' },
    { embedder: { name: 'openai', apiKey: 'abc' } },
    { embedder: { name: 'openai', api_key: 'abc' } },
    { token: 'abc' },
    { embedder: { name: 'gemini', key: 'AIzaSyA-1234567890' } },
    { siteKey: 'fine-key', api: 'sk-proj-0123456789abcdef' },
    { embedder: { name: 'openai', headers: { authorization: 'Bearer 0123456789abcdef' } } },
  ])('%j', (options) => {
    const problem = problemOf(options);
    expect(problem).toContain('secret');
    expect(problem).toContain('environment');
    // Messages end up in build logs.
    expect(problem).not.toMatch(/0123456789|SyA-/u);
  });

  test.each([{ content: 'co-article-wrapper' }, { content: 'sk-article-text' }, { suggestions: ['hf_transformers?'] }])(
    'words that begin as keys do are none: %j',
    (options) => {
      expect(problemOf(options)).toBe('');
    },
  );
});

describe('options that can be used', () => {
  test('without any, everything has its default', () => {
    expect(checkOptions(undefined)).toEqual(checkOptions({}));
    expect(checkOptions({}).feedback).toBeUndefined();
    expect(checkOptions({})).toMatchObject({
      id: 'default',
      api: '',
      isStatic: true,
      offline: false,
      deviceModel: false,
      index: '.ibid/index.db',
      indexOnBuild: true,
      failBuild: true,
      dev: { index: true, port: 0 },
      launcher: true,
      shortcut: 'Mod+I',
      searchShortcut: 'Mod+K',
      askSelection: true,
      suggestions: [],
    });
  });

  test.each<readonly [object, object]>([
    [{ api: 'https://ask.example.org/' }, { api: 'https://ask.example.org' }],
    [{ api: '/ibid/' }, { api: '/ibid' }],
    [{ api: '/ask' }, { isStatic: false }],
    [{ siteKey: 'public-site-key' }, { siteKey: 'public-site-key', isStatic: false }],
    [{ indexOnBuild: false }, { isStatic: false, markdown: false }],
    [{ mode: 'static', siteKey: 'public-site-key' }, { isStatic: true }],
    [{ offline: true }, { isStatic: true, offline: true }],
    [{ dev: false }, { dev: { index: false, port: 0 } }],
    [{ dev: { port: 4000 } }, { dev: { index: true, port: 4000 } }],
    [{ dev: { index: undefined, port: undefined } }, { dev: { index: true, port: 0 } }],
    [{ shortcut: false }, { shortcut: '' }],
    [{ searchShortcut: false }, { searchShortcut: '' }],
    [{ shortcut: 'Mod+Shift+K' }, { shortcut: 'Mod+Shift+K' }],
    [{ searchShortcut: '/' }, { searchShortcut: '/' }],
    [{ shortcut: 'F2' }, { shortcut: 'F2' }],
    [{ suggestions: { en: ['How?'] } }, { suggestions: { en: ['How?'] } }],
    [{ embedder: 'builtin' }, { embedder: 'builtin' }],
    [{ embedder: { name: 'openai', model: 'm' } }, { embedder: { name: 'openai', model: 'm' } }],
    ...[
      ' main ',
      'main, [role=main], article',
      '.theme-doc-markdown, article .markdown, .mdx-page article, main:not(:has(article))',
      '#a\\:b > p ~ *:nth-child(2n + 1 of .x)',
      '[data-x="[(,"]:is(h1, h2):has(> p)',
      'c-doc.größe:lang(en):first-child',
    ].map((content) => [{ content }, { content: content.trim() }] as const),
  ])('%j', (given, checked) => {
    expect(checkOptions(given)).toMatchObject(checked);
  });
});
