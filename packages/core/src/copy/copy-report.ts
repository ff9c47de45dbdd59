export interface CopyReport {
  /** `unchanged`: the target showed the same generation already. */
  readonly status: 'copied' | 'unchanged' | 'dry-run';
  /** Whether an interrupted copy, or an interrupted indexing of the same site, went on. */
  readonly resumed: boolean;
  readonly pages: {
    readonly total: number;
    readonly copied: number;
    /** Already there, with vectors. */
    readonly kept: number;
    readonly removed: number;
  };
  readonly chunks: number;
  readonly spaceId: string;
  /** On show in the source when the copy began, and in the target when it ended; 0 where the target shows nothing. */
  readonly generations: { readonly from: number; readonly to: number };
}
