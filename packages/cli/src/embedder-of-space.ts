import type { EmbedderConfig } from './embedder-settings.ts';

/**
 * The embedder that made an index, from the id of its space. `elsewhere`: the id holds an address or a way of reading that only the
 * configuration can spell out. `undefined` for ids of none that we have.
 */
export function embedderOf(id: string): (EmbedderConfig & { readonly elsewhere?: true }) | undefined {
  if (id.startsWith('builtin/hash@')) return { name: 'hash' };
  if (id.startsWith('builtin/')) return { name: 'builtin' };
  const [, name = '', model = '', size = '', rest = ''] = ID.exec(id) ?? [];
  const elsewhere = /;(?!prefix=)/u.test(rest) ? { elsewhere: true as const } : {};
  switch (name) {
    case 'cohere':
    case 'openai':
    case 'gemini':
      // They take the length that they would give anyway.
      return { name, model, dimensions: Number(size), ...elsewhere };
    case 'ollama':
    case 'transformers':
      return { name, model, ...elsewhere };
    default:
      return undefined;
  }
}

const ID = /^([a-z]+)\/(.+)@(\d+)((?:;[^;]+)*)$/u;
