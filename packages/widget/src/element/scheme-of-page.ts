/** What themes of Docusaurus, Starlight and Sphinx, and MkDocs Material write on `<html>` or `<body>`. */
const NAMED = ['data-theme', 'data-md-color-scheme'];

/**
 * Whether the page is dark now. What common generators write counts first, then the colour of the text, since a page may have no dark side
 * whatever the system prefers.
 */
export function schemeOfPage(): 'dark' | 'light' {
  for (const element of [document.documentElement, document.body]) {
    const said = NAMED.map((name) => element.getAttribute(name)).join(' ');
    // As a class: VitePress and Tailwind.
    if (/\b(?:dark|slate)(?!\S)/u.test(`${said} ${element.className}`)) return 'dark';
    if (/light|default/u.test(said)) return 'light';
  }
  const [red, green, blue] = (getComputedStyle(document.body).color.match(/[\d.]+/gu) ?? []).map(Number);
  return red! * 0.3 + green! * 0.6 + blue! * 0.1 > 128 ? 'dark' : 'light';
}
