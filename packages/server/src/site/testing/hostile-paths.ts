const UP = ['..', '%2e%2e', '.%2e', '%2E.', '..%00', '%252e%252e', '%c0%ae%c0%ae', '..;'];
const SEPARATORS = ['/', '%2f', '%5c', '\\', '//', '/./'];
const WANTED = ['secret.txt', 'build-secret/', 'build.html', 'build/.env'];

/** Raw request targets that escape a folder, or reach a hidden file in it, on some server. */
export const HOSTILE_PATHS: readonly string[] = [
  ...UP.flatMap((up) => SEPARATORS.flatMap((separator) => WANTED.map((name) => `/${up}${separator}${name}`))),
  ...UP.flatMap((up) => WANTED.map((name) => `/docs/${up}/${up}/${name}`)),
  '/.env',
  '/%2eenv',
  '/.git/config',
  '/docs/../.git/config',
  '/docs/.htpasswd',
  '/docs/%2ehtpasswd',
  '/leak.txt',
  '/up/secret.txt',
  '/up/',
  '/up',
  '/env.txt',
  '/env',
  '/loop',
  '/loop/x',
  '-secret/',
  '/-secret/',
  '/../build-secret/index.html',
  '//secret.txt',
  '///etc/passwd',
  '/index.html/../../secret.txt',
  '/file:///secret.txt',
  `/${'../'.repeat(100)}etc/passwd`,
  `/${'a/'.repeat(3_000)}`,
  `/${'x'.repeat(7_000)}`,
  '/index.html%00.txt',
  '/CON',
  '/?/../secret.txt',
];
