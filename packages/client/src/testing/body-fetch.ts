/** Returns a `fetch` that responds with a stream of these pieces, after which the connection closes or breaks. */
export function bodyFetch(pieces: readonly Uint8Array[], end: 'close' | 'break' = 'close'): typeof fetch {
  return () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces[at];
        at += 1;
        if (piece !== undefined) controller.enqueue(piece);
        else if (end === 'break') controller.error(new TypeError('network error'));
        else controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  };
}
