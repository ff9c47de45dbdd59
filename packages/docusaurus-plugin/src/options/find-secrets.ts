/** Keys that services give out, as they begin; all of them have digits, which words such as `co-author` do not. */
const KEY_SHAPES =
  /^(?:Bearer\s+)?(?=\S*\d)(?:(?:sk-|pk-lf-|AIza|gsk_|hf_|xai-|ghp_|github_pat_)[\w.~+/=-]{8,}|co-[A-Za-z\d]{16,})$|^Bearer\s+(?=\S*\d)\S{8,}$/u;
/** `apiKeyEnv` is none: it ends otherwise. */
const SECRET_NAME = /(?:api_?key|secret|token|password|passwort|credential)s?$/iu;
/** Of a variable of the environment. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/u;

/** Paths of options that are secrets by their name or look like one. `siteKey` is public and none. */
export function findSecrets(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const text = value.trim();
    if (VARIABLE.test(text)) return [];
    return SECRET_NAME.test(name) || KEY_SHAPES.test(text) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => findSecrets(inner, path === '' ? name : `${path}.${name}`));
}
