/**
 * Encrypts texts with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext. The key is derived from the session's id, which only
 * its reader has, and a salt that is deleted with the session. `place` identifies the row, so that a text that was changed or moved to
 * another row cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const [NONCE_BYTES, TAG_BYTES, KEY_BYTES, SALT_BYTES] = [12, 16, 32, 16];

/** Key by which a stored session is found; it does not reveal the id. */
export function lookupOf(sessionId: string): Uint8Array {
  return createHash('sha256').update(`ibid session ${sessionId}`).digest();
}

export function newSalt(): Uint8Array {
  return randomBytes(SALT_BYTES);
}

export function keyOf(sessionId: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionId, salt, 'ibid session texts', KEY_BYTES));
}

export function seal(key: Uint8Array, place: string, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body]);
}

/** Decrypts a text; `undefined` if it was not sealed with this key for this place, or was changed since. */
export function unseal(key: Uint8Array, place: string, sealed: Uint8Array): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
