import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readDockerfile } from '../dockerfile/read-dockerfile.ts';
import { buildStages, type BuiltStage } from './build-stages.ts';
import { imageConfig, type ImageConfig, type StartContainer } from './container.ts';
import { startInFolder } from './in-folder.ts';
import { mayUseNamespaces, startInNamespaces } from './in-namespaces.ts';

const run = promisify(execFile);

/** An image made by the steps of a Dockerfile, and what starts programs in it here. */
export interface MadeImage extends AsyncDisposable {
  readonly stages: readonly BuiltStage[];
  readonly image: BuiltStage;
  readonly config: ImageConfig;
  readonly start: StartContainer;
  readonly hasNamespaces: boolean;
}

/** Takes the steps of `context/Dockerfile` in a temp folder, which goes with the image. */
export async function makeImage(context: string, onStep: (line: string) => void): Promise<MadeImage> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-image-'));
  // The image's user must be able to get there.
  await chmod(folder, 0o755);
  const dispose = async (): Promise<void> => {
    // What was made read-only for a trial could not be removed by anybody but root.
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const dockerfile = readDockerfile(await readFile(join(context, 'Dockerfile'), 'utf8'));
    const dockerignore = await readFile(join(context, '.dockerignore'), 'utf8');
    const stages = await buildStages({ dockerfile, dockerignore, context, to: folder, onStep });
    const config = imageConfig(dockerfile.stages.at(-1)!);
    const hasNamespaces = await mayUseNamespaces();
    const start = hasNamespaces ? startInNamespaces : startInFolder;
    return { stages, image: stages.at(-1)!, config, start, hasNamespaces, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
