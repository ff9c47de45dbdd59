/** One server-sent event. JSON.stringify escapes line breaks, so the data always fit one `data:` line. */
export function eventFrame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
