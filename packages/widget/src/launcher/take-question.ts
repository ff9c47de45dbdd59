/** The question in `?ask=…` of the address, which is taken out of it, so that a reload does not ask again. `undefined` without one. */
export function takeQuestion(): string | undefined {
  const { pathname, search, hash } = location;
  const question = new URLSearchParams(search).get('ask');
  if (question === null) return undefined;
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('ask'))
    .join('&');
  // An empty query goes too, with its question mark.
  history.replaceState(history.state, '', pathname + (rest && `?${rest}`) + hash);
  return question.trim().slice(0, MOST_CHARACTERS);
}

/** Of a question, as the service takes them. */
const MOST_CHARACTERS = 2000;
