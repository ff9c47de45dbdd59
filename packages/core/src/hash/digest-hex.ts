/**
 * SHA-256 as `sha256Hex` gives it, by the platform where it can: a page in the browser then loads no code for it. WebCrypto is missing on
 * pages that are not served securely.
 */
export async function digestHex(text: string): Promise<string> {
  const subtle: typeof crypto.subtle | undefined = globalThis.crypto.subtle;
  if (subtle === undefined) return (await import('./sha256-hex.ts')).sha256Hex(text);
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
