/** Whether a file is sent to the engine. `path` is relative to the repository, with slashes. */
export type ContextFilter = (path: string) => boolean;

/** Reads a `.dockerignore`: the last line that names a path, or a folder above it, decides. */
export function contextFilter(dockerignore: string): ContextFilter {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      isKept: line.startsWith('!'),
      pattern: asExpression(line.replace(/^!/u, '').replace(/\/$/u, '')),
    }));
  return (path) => {
    const parts = path.split('/');
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const rule = rules.findLast(({ pattern }) => above.some((name) => pattern.test(name)));
    return rule?.isKept ?? true;
  };
}

/** Names that begin with a dot are like any other here. */
function asExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/u).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}
