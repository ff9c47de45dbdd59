import { z } from 'zod';
import { blankAsAbsent } from '../shared/blank-as-absent.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { optionalText } from '../shared/optional-text.ts';

/** A request as read: cleaned, within limits. */
export interface IngestBody {
  readonly source?: string | undefined;
  readonly fresh?: boolean | null | undefined;
  readonly allow_shrink?: boolean | null | undefined;
}

const flag = blankAsAbsent(z.boolean('must be true or false').nullish().default(false));

/** All fields and the body itself may be left out; unknown fields are ignored (R3). */
export const ingestSchema: z.ZodType<IngestBody> = z.object(
  {
    source: optionalText(LIMITS.url).meta({
      description: 'What to index; must be the source that the owner configured',
    }),
    fresh: flag.meta({ description: 'Read and embed every page anew' }),
    allow_shrink: flag.meta({ description: 'Publish even where most pages have gone' }),
  },
  { error: notAnObject('The body must be a JSON object, or be left out.') },
);
