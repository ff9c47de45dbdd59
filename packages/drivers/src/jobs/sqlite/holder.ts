/** Who holds a job. Only `beat` of a holder elsewhere says whether it lives. */
export interface Holder {
  readonly token: string;
  readonly host: string;
  readonly pid: number;
  readonly beat: number;
}
