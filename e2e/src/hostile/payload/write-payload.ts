import type { Payload } from './payload.ts';

/** The string, with `id` (digits) in all that it does. */
export function writePayload({ template }: Payload, id: number): string {
  return template.replaceAll('«id»', String(id));
}
