import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inlineScripts } from './site.ts';

function hashes(...scripts: readonly string[]): readonly string[] {
  return scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

describe('inlineScripts', () => {
  it.each<[string, string, readonly string[]]>([
    ['none', '<p>text</p>', []],
    ['one', '<script>a()</script>', ['a()']],
    ['an empty one', '<script></script>', ['']],
    ['several, each once', '<script>a</script><script>b</script><script>a</script>', ['a', 'b']],
    ['as minified pages have it', '<script type=module async>a</script>', ['a']],
    ['in capitals', '<SCRIPT TYPE="Text/JavaScript">a</Script >', ['a']],
    ['with white space around', '<script>\n  a\n</script>', ['\n  a\n']],
    ['with lines of another system', '<script>a\r\nb\rc</script>', ['a\nb\nc']],
    ['with NUL', '<script>a\0</script>', ['a\uFFFD']],
    ['with a sign in an attribute', '<script data-x="a > b" nonce=\'<>\'>a</script>', ['a']],
    ['with a slash', '<script/>a</script>', ['a']],
    ['maps and rules', '<script type=importmap>{}</script><script type="speculationrules">[]</script>', ['{}', '[]']],
    ['with characters of other scripts', '<script>"گائیڈ 🦜"</script>', ['"گائیڈ 🦜"']],
    ['after a mark of the order of bytes', '\uFEFF<script>a</script>', ['a']],
    ['with what looks like an end', '<script>"</scripty>"</script>', ['"</scripty>"']],
  ])('finds %s', (_, html, scripts) => {
    expect(inlineScripts(html)).toEqual(hashes(...scripts));
  });

  it.each([
    ['a file', '<script src=/a.js></script>'],
    ['a file with text that never runs', '<script defer src="/a.js">a</script>'],
    ['data', '<script type="application/ld+json">{"@id":"x"}</script>'],
    ['a template', '<script type=text/template><b></b></script>'],
    ['a comment', '<!-- <script>a</script> -->'],
    ['a comment without end', '<!-- <script>a</script>'],
    ['a title', '<title><script>a</script></title>'],
    ['a text field', '<textarea><script>a</script></textarea>'],
    ['a style', '<style>/* <script>a</script> */</style>'],
    ['another element', '<scripted>a</scripted>'],
  ])('leaves out %s', (_, html) => {
    expect(inlineScripts(html)).toEqual([]);
  });

  it('finds a script after any of these', () => {
    const before =
      '<!-- <script> --><title><!-- </title><style></style><textarea><script></textarea><script src=x></script>';
    expect(inlineScripts(`${before}<script>a</script>`)).toEqual(hashes('a'));
  });

  it.each(['<script ', '<script>', '<!--', '<script a="', '</script>', ' a=b', '<', '/'])(
    'reads a million characters of %s without going back and forth',
    (part) => {
      // With quadratic time this would take minutes and reach the timeout.
      expect(inlineScripts(`<script ${part.repeat(1_000_000 / part.length)}`).length).toBeLessThan(2);
    },
  );
});
