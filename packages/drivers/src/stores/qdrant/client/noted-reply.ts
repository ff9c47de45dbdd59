import type { Dispatcher } from 'undici';

/** What a reply said before its body; filled in as soon as it is known, and left as it is by an attempt that got no reply. */
export interface NotedReply {
  status?: number;
  /** The header `Retry-After` as it came. */
  retryAfter?: string;
}

/** The dispatcher for one request, noting its reply: of some replies the vendor's client keeps neither status nor headers. */
export function notingReply(dispatcher: Dispatcher, noted: NotedReply): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(
        options,
        new Proxy(handler, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              if (name === 'onResponseStart') note(noted, given[1], given[2]);
              return Reflect.apply(value, target, given);
            };
          },
        }),
      ),
  );
}

function note(noted: NotedReply, status: unknown, headers: unknown): void {
  if (typeof status === 'number') noted.status = status;
  const asked = (headers as Readonly<Record<string, unknown>> | null)?.['retry-after'];
  const first: unknown = Array.isArray(asked) ? asked[0] : asked;
  if (typeof first === 'string') noted.retryAfter = first;
}
