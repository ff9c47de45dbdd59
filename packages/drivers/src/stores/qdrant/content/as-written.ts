/** What stays of a content as it was written: all but the marks that builds set on it while readers read. */
export const AS_WRITTEN = { except: ['until', 'vectors', 'weighed'] } as const;
