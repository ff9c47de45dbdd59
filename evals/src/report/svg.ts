/** Escapes text for element content and quoted attributes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

type Attributes = Readonly<Record<string, string | number>>;

/** One element. Numbers are rounded to two decimals, so that equal results give equal files. `children` is markup. */
export function element(name: string, attributes: Attributes, children: string = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? shortNumber(value) : escapeXml(value)}"`)
    .join('');
  return children === '' ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escapeXml(text));
}

/** A plot that scales down with the page. `title` is read by screen readers. */
export function svg(width: number, height: number, title: string, content: string): string {
  const heading = element('title', {}, escapeXml(title));
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': title },
    heading + content,
  );
}

function shortNumber(value: number): string {
  return String(Number(value.toFixed(2)));
}
