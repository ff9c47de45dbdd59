import type { Payload } from './payload.ts';

/** As plain as they can be, so that nothing else that they do stops what is being tried. Text in front keeps them in sight. */
export const PLAIN: readonly Payload[] = [
  '«id» <img src=x onerror=__hit(«id»)>',
  '«id» <img src=//evil.example/«id»>',
  '«id» <iframe src=//evil.example/«id»></iframe>',
  '«id» <audio src=x onerror=__hit(«id»)></audio>',
  '«id» <svg onload=__hit(«id»)></svg>',
  '«id» <details open ontoggle=__hit(«id»)></details>',
  '«id» ![x](https://evil.example/«id»)',
  '«id» [click](https://evil.example/«id»)',
  '«id» <script>__hit(«id»)</script>',
].map((template) => ({ name: 'plain', template }));
