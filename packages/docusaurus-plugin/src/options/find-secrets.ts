/** Keys that services give out, as they begin. */
const KEY_SHAPES = /^(?:sk-|pk-lf-|AIza|gsk_|hf_|xai-|co-|ghp_|github_pat_|Bearer\s)\S{8,}/u;
const SECRET_NAME = /(?:api_?key|secret|token|password|passwort|credential)/iu;

/** Paths of options that are secrets by their name or look like one. `siteKey` is public and none. */
export function findSecrets(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return SECRET_NAME.test(name) || KEY_SHAPES.test(value.trim()) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => findSecrets(inner, path === '' ? name : `${path}.${name}`));
}
