/** What one part of a check-up came to. */
export interface Finding {
  readonly part: string;
  /** `absent`: not there, or working with something to know. */
  readonly state: 'ok' | 'absent' | 'failed';
  readonly text: string;
}
