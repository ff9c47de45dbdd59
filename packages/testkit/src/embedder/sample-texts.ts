/** Short texts on different topics; each contains words that no other has. Enough to fit a small space. */
export const SAMPLE_TEXTS: readonly string[] = [
  'Install the command line tool with npm and check that Node is recent enough.',
  'The scheduler places every pod on a node that has room for its memory request.',
  'Rotate the signing key twice a year and revoke tokens that were issued before.',
  'A webhook delivers each event at least once; the receiver must tolerate repeats.',
  'Set maxRetryCount in config.yaml to limit how often a failed upload is tried again.',
  'Backups are encrypted with a passphrase and kept for ninety days in cold storage.',
  'Use a composite index when a query filters by tenant and sorts by creation date.',
  'The colour palette follows the theme; override the accent with a CSS variable.',
  'Logs are written as JSON lines, one record for each request, without user text.',
  'To roll back a release, point the traffic alias at the previous revision.',
  'Translators edit message catalogues; plural forms follow the rules of the locale.',
  'A circuit breaker opens after five failures and closes again after one success.',
];
