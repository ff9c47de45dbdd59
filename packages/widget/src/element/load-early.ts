/** Loaded beside a static index when a reader opens the panel or the search box, at the same time as these. */
import { loadEarly } from '../client/static-fetch.ts';

loadEarly(new URL('.', import.meta.url).href);
