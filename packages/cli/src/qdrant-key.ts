/** Name of the variable in which the key of a Qdrant stands; in no file, for those are committed. */
export const QDRANT_KEY = 'QDRANT_API_KEY';
