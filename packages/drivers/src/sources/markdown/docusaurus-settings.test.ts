import { describe, expect, it } from 'vitest';
import { docusaurusSettings } from './docusaurus-settings.ts';

describe('docusaurusSettings', () => {
  it('has the defaults of Docusaurus', () => {
    expect(docusaurusSettings("export default { presets: ['classic'] }")).toMatchObject({
      url: '',
      baseUrl: '/',
      defaultLocale: 'en',
      locales: ['en'],
      docs: [{ id: 'default', path: 'docs', route: 'docs', numberPrefixes: true }],
      blogs: [{ path: 'blog', route: 'blog' }],
      pages: [{ path: 'src/pages', route: '/' }],
      unknown: [],
    });
  });

  it('reads further instances, and leaves out what is switched off', () => {
    const text = `module.exports = {
      presets: [['classic', { docs: { routeBasePath: '/', versions: { current: { path: 'edge' } } }, blog: false }]],
      plugins: ['other', ['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'reference' }]],
    }`;
    expect(docusaurusSettings(text)).toMatchObject({
      docs: [
        { route: '/', versionRoutes: { current: 'edge' } },
        { id: 'api', path: 'api', route: 'reference' },
      ],
      blogs: [],
    });
  });

  it.each([
    ["markdown: { mermaid: true }, themes: ['@docusaurus/theme-mermaid']", ['mermaid']],
    ['markdown: { mermaid: true }', ['mermaid']],
    ["markdown: { mermaid: false }, themes: ['@docusaurus/theme-mermaid']", []],
    ["themes: ['@docusaurus/theme-mermaid']", []],
    ["markdown: { mermaid: f() }, themes: [['@docusaurus/theme-mermaid', {}]]", ['mermaid']],
    ["markdown: f(), themes: ['other']", []],
  ])('knows from `%s` whether diagrams are drawn', (text, drawn) => {
    expect(docusaurusSettings(`export default { ${text} }`).drawn).toEqual(drawn);
  });
});

function unknown(body: string, before = ''): readonly string[] {
  return docusaurusSettings(`${before}\nexport default { ${body} }`).unknown;
}

describe('docusaurusSettings names what it had to guess', () => {
  it('says nothing of a file that is read in full', () => {
    const text = `url: 'https://x.org', baseUrl: '/b/', i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
      presets: [['classic', { docs: { routeBasePath: '/', numberPrefixParser: false, editUrl: process.env.EDIT } }]],
      plugins: [require.resolve('./plugin'), () => ({ name: 'x' })], customFields: { a: process.env.A }`;
    expect(unknown(text)).toEqual([]);
  });

  it.each([
    ['url: process.env.URL ?? "https://x.org"', 'url'],
    ['baseUrl: preview ? "/p/" : "/"', 'baseUrl'],
    ['baseUrl: computeBase()', 'baseUrl'],
    ['baseUrl', 'baseUrl'],
    ['i18n: { defaultLocale: "en", locales: ["en", ...(preview ? ["fr"] : [])] }', 'i18n.locales'],
    ['i18n: { locales: ["en", ...others()] }', 'i18n.locales'],
    ['i18n: { locales: [first(), "en"] }', 'i18n.locales'],
    ['i18n: { localeConfigs: { fr: { baseUrl: base() } } }', 'i18n.localeConfigs.fr.baseUrl'],
    ['i18n: { localeConfigs: { fr: french() } }', 'i18n.localeConfigs.fr'],
    [
      'presets: [["classic", { docs: { numberPrefixParser: (name) => ({ filename: name }) } }]]',
      'docs.numberPrefixParser',
    ],
    [
      'presets: [["classic", { docs: { numberPrefixParser(name) { return { filename: name }; } } }]]',
      'docs.numberPrefixParser',
    ],
    ['presets: [["classic", { docs: { routeBasePath: process.env["ROUTE"] || "docs" } }]]', 'docs.routeBasePath'],
    ['presets: [["classic", { docs: docsOptions() }]]', 'docs'],
    ['presets: [["classic", options]]', 'presets'],
    ['plugins: [["content-docs", { id: "api", path: folder() }]]', 'docs.path'],
  ])('%s', (body, name) => {
    expect(unknown(body, 'const preview = process.env.KIND === "preview";')).toEqual([name]);
  });

  it('names a guess that was spread into the object, and none that was overwritten', () => {
    const before = 'const shared = { url: process.env.URL, baseUrl: process.env.BASE };';
    expect(unknown("...shared, baseUrl: '/'", before)).toEqual(['url']);
  });

  it('names all of it where nothing was read', () => {
    expect(docusaurusSettings("module.exports = require('./other')").unknown).toContain('i18n.locales');
  });
});
