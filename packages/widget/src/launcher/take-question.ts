/** The question in `?ask=…` of the address, which is taken out of it, so that a reload does not ask again. `undefined` without one. */
export function takeQuestion(): string | undefined {
  const parts = location.search.slice(1).split('&');
  const rest = parts.filter((part) => !/^ask(?:=|$)/u.test(part));
  if (rest.length === parts.length) return undefined;
  const question = new URLSearchParams(location.search).get('ask') ?? '';
  // An empty query goes too, with its question mark.
  history.replaceState(
    history.state,
    '',
    location.pathname + `?${rest.join('&')}`.replace(/^\?$/u, '') + location.hash,
  );
  return question.trim().slice(0, MOST_CHARACTERS);
}

/** Of a question, as the service takes them. */
const MOST_CHARACTERS = 2000;
