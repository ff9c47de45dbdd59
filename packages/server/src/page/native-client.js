/** A failure that the reader is told about; `state` names how it looks. */
function failure(state, message, retryAfter) {
  return { type: 'failed', state, message, retryAfter };
}

/**
 * Asks over the stream and hands each event to `onEvent({type, data})`. Always ends with exactly one of `run-end`,
 * `stopped` or `failed`, also when the connection is cut.
 */
export async function askQuestion(request, onEvent, signal) {
  let response;
  try {
    response = await fetch('/api/ask/stream', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
      credentials: 'omit',
      signal,
    });
  } catch {
    onEvent(signal.aborted ? { type: 'stopped' } : unreachable());
    return;
  }
  if (!response.ok || response.body === null) {
    onEvent(await refusal(response));
    return;
  }
  try {
    for await (const event of readEvents(response.body)) {
      if (event.type === 'run-error') {
        onEvent(failure('error', event.data.message));
        return;
      }
      onEvent(event);
      if (event.type === 'run-end') return;
    }
    onEvent(failure('error', 'The connection ended before the answer was complete.'));
  } catch {
    onEvent(signal.aborted ? { type: 'stopped' } : unreachable());
  }
}

function unreachable() {
  return navigator.onLine
    ? failure('error', 'The server cannot be reached, or the connection was cut.')
    : failure('offline', 'You are offline. Your question is kept; ask again when you are back.');
}

async function refusal(response) {
  const body = await response.json().catch(() => undefined);
  const message =
    typeof body?.message === 'string' ? body.message : `The server answered with status ${response.status}.`;
  const state = response.status === 429 ? 'limited' : 'error';
  return failure(state, message, Number(response.headers.get('Retry-After') ?? 0));
}

async function* readEvents(body) {
  let rest = '';
  for await (const text of decoded(body)) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop();
    for (const frame of frames) {
      const event = readFrame(frame);
      if (event !== undefined) yield event;
    }
  }
}

// Safari reads streams only through a reader.
async function* decoded(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** `undefined` for comments. */
function readFrame(frame) {
  let type = '';
  let data = '';
  for (const line of frame.split('\n')) {
    if (line.startsWith('event: ')) type = line.slice('event: '.length);
    if (line.startsWith('data: ')) data += line.slice('data: '.length);
  }
  return type === '' ? undefined : { type, data: JSON.parse(data) };
}
