/**
 * Replaces `react/jsx-runtime` and renders all text as markup, like a careless panel. Used only for the control tests; nothing
 * that is shipped can import it.
 */
import { Fragment, jsx as safe } from 'react/jsx-runtime';
import type { JSX } from 'react';
import { Marked } from 'marked';

type Props = Readonly<Record<string, unknown>> & { readonly children?: unknown };

const markdown = new Marked({ gfm: true });

export { Fragment };

export function jsx(type: Parameters<typeof safe>[0], props: Props, key?: string): JSX.Element {
  if (type === Fragment || typeof type !== 'string' || type === 'textarea') return safe(type, props, key);
  const { children } = props;
  const parts = (Array.isArray(children) ? children : [children]).map((child: unknown, at) =>
    typeof child === 'string' && /[<[(:]/u.test(child)
      ? safe('span', { dangerouslySetInnerHTML: { __html: asMarkup(child) } }, `careless-${at}`)
      : child,
  );
  return safe(type, { ...props, children: Array.isArray(children) ? parts : parts[0] }, key);
}

export const jsxs: typeof jsx = jsx;

/** Renders the text twice, in the two careless ways: as Markdown that allows HTML, and as HTML alone. */
function asMarkup(text: string): string {
  return `${markdown.parseInline(text) as string}${text}`;
}
