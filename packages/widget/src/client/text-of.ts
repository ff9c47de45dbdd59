/** The text of a body as it comes; ends early after `most` characters. Rejects when the connection breaks. */
export async function* textOf(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const utf8 = new TextDecoder();
  let left = most;
  // Not every browser lets a stream be iterated.
  for (let read = await reader.read(); !read.done && left > 0; read = await reader.read()) {
    const text = utf8.decode(read.value, { stream: true });
    left -= text.length;
    yield text;
  }
}
