/** What a model writes, and nothing else, when the sources do not answer. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';
