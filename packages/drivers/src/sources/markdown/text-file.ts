import { createHash } from 'node:crypto';
import { readFileWithin } from '../../files/read-file-within.ts';

export interface TextFile {
  readonly text: string;
  /** SHA-256 hex of the bytes. */
  readonly hash: string;
  /** Why there is no text; `''` when there is. */
  readonly problem: string;
  /** What is wrong with the text that there is; `''` when nothing. */
  readonly warning: string;
}

export type ReadText = (realPath: string) => Promise<TextFile>;

/** Reads UTF-8 text of at most `maxBytes`, its byte order mark dropped. Never rejects. */
export async function readTextFile(realPath: string, maxBytes: number): Promise<TextFile> {
  const { bytes, problem } = await readFileWithin(realPath, maxBytes);
  const hash = createHash('sha256').update(problem).update(bytes).digest('hex');
  if (problem !== '') return { text: '', hash, problem, warning: '' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), hash, problem: '', warning: '' };
  } catch {
    const warning = 'It is not valid UTF-8; what cannot be read shows as �. Save the file as UTF-8.';
    return { text: new TextDecoder('utf-8').decode(bytes), hash, problem: '', warning };
  }
}

/** The same file is read once as long as the result is kept: translated sites show one file under several addresses. */
export function cachedReader(maxBytes: number): ReadText {
  const files = new Map<string, Promise<TextFile>>();
  return (realPath) => {
    let file = files.get(realPath);
    if (file === undefined) {
      file = readTextFile(realPath, maxBytes);
      files.set(realPath, file);
    }
    return file;
  };
}
