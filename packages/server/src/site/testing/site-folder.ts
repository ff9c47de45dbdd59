import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Part of every file that must not be exposed. */
export const SECRET = 'SECRET-OF-THE-OWNER';

export interface SiteFolder extends AsyncDisposable {
  /** Folder of the built site. There are secrets next to it and hidden inside it. */
  readonly root: string;
  write(files: Readonly<Record<string, string | Buffer>>): Promise<void>;
  remove(): Promise<void>;
}

const page = (words: string): string => `<!doctype html><title>${words}</title><script>window.ran = 1</script>`;

/** Creates a built site in two languages, with surrounding files that a careless server would expose. */
export async function siteFolder(): Promise<SiteFolder> {
  const place = await mkdtemp(join(tmpdir(), 'ibid-site-'));
  const root = join(place, 'build');
  const put = async (files: Readonly<Record<string, string | Buffer>>): Promise<void> => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(place, name)), { recursive: true });
      await writeFile(join(place, name), content);
    }
  };
  const write = (files: Readonly<Record<string, string | Buffer>>): Promise<void> =>
    put(Object.fromEntries(Object.entries(files).map(([name, content]) => [`build/${name}`, content])));
  await write({
    'index.html': page('Home'),
    '404.html': page('Nothing here'),
    'ur/404.html': page('یہاں کچھ نہیں'),
    'ur/index.html': page('گھر'),
    'docs/index.html': page('Docs'),
    'docs/intro/index.html': page('Intro'),
    'docs/flat.html': page('Flat'),
    'docs/both.html': page('Both, flat'),
    'docs/both/index.html': page('Both, folder'),
    'docs/روبوٹ/index.html': page('Robot'),
    'docs/a b.html': page('Spaces'),
    'api/reference/index.html': page('Reference'),
    'ask/index.html': page('A page nobody sees'),
    'query/index.html': page('Another page nobody sees'),
    'assets/js/main.d563ae95.js': `console.log(${JSON.stringify('x'.repeat(4_000))})`,
    'img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'img/photo.png': Buffer.from([137, 80, 78, 71]),
    '.well-known/security.txt': 'Contact: mailto:owner@example.org',
    '.env': SECRET,
    '.git/config': SECRET,
    'docs/.htpasswd': SECRET,
  });
  await put({ 'secret.txt': SECRET, 'build-secret/index.html': SECRET, 'build.html': SECRET });
  await symlink(join(place, 'secret.txt'), join(root, 'leak.txt'));
  await symlink(place, join(root, 'up'));
  await symlink(join(root, '.env'), join(root, 'env.txt'));
  await symlink(join(root, 'docs'), join(root, 'manual'));
  await symlink('loop', join(root, 'loop'));
  return {
    root,
    write,
    remove: () => rm(root, { recursive: true }),
    [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }),
  };
}
