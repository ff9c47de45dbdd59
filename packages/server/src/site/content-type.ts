import { extname } from 'node:path';

const TEXT = {
  css: 'text/css',
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  md: 'text/markdown',
  mjs: 'text/javascript',
  txt: 'text/plain',
  vtt: 'text/vtt',
  xml: 'text/xml',
} as const;

const OTHER: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml',
  avif: 'image/avif',
  bmp: 'image/bmp',
  eot: 'application/vnd.ms-fontobject',
  gif: 'image/gif',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  gz: 'application/gzip',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  map: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  otf: 'font/otf',
  pdf: 'application/pdf',
  png: 'image/png',
  rss: 'application/rss+xml',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
  wav: 'audio/wav',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};

const TEXTS = new Map(Object.entries(TEXT));
const OTHERS = new Map(Object.entries(OTHER));
/** Beyond texts, what gets much smaller. */
const SHRINKS =
  /^(?:text\/|application\/(?:json|manifest|rss|atom|yaml|wasm|vnd\.ms)|image\/(?:svg|bmp|x-icon)|font\/[ot]tf|model\/gltf\+)/u;

/** What a file is, by its name; unknown ones are bytes to keep, which no browser runs or shows. */
export function contentType(name: string): { readonly type: string; readonly shrinks: boolean } {
  const ending = extname(name).slice(1).toLowerCase();
  const text = TEXTS.get(ending);
  const type = text === undefined ? (OTHERS.get(ending) ?? 'application/octet-stream') : `${text}; charset=utf-8`;
  return { type, shrinks: SHRINKS.test(type) };
}
