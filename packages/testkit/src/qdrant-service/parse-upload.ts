const BOUNDARY = /^multipart\/form-data;\s*boundary=(?:"([^"]+)"|([^\s;]+))/iu;

/** The file under this name in a form of several parts, as UTF-8. Throws for what is no such form, or lacks that file. */
export function parseUpload(bytes: Buffer, contentType: string | undefined, field: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw badForm(`Content-Type is ${contentType}`);
  // One character for each byte, so that places in it are places in the body.
  const parts = `\r\n${bytes.toString('latin1')}`.split(`\r\n--${boundary}`);
  if (!/^--\s*$/u.test(parts.at(-1) ?? '')) throw badForm('its end is missing');
  for (const part of parts.slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    if (end < 0 || /\bname="([^"]*)"/u.exec(head)?.[1] !== field) continue;
    return Buffer.from(part.slice(end + 4), 'latin1').toString('utf8');
  }
  throw badForm(`it has no file ${field}`);
}

function badForm(problem: string): Error {
  return new Error(`Multipart error: ${problem}`, { cause: { status: 400 } });
}
