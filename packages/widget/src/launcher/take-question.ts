/** The question in `?ask=…` of the address, which is taken out of it, so that a reload does not ask again. `undefined` without one. */
export function takeQuestion(): string | undefined {
  const parts = location.search.slice(1).split('&');
  const rest = parts.filter((part) => !/^ask(?:=|$)/u.test(part));
  if (rest.length === parts.length) return undefined;
  const question = new URLSearchParams(location.search).get('ask') ?? '';
  const search = rest.length === 0 ? '' : `?${rest.join('&')}`;
  history.replaceState(history.state, '', location.pathname + search + location.hash);
  return question.trim().slice(0, MOST_CHARACTERS);
}

/** Of a question, as the service takes them. */
const MOST_CHARACTERS = 2000;
