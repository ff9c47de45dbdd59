/** Known models by name: repository, revision, and checksums of their files. */
import { invalidConfig } from '@ibid/core';

export interface LocalModel {
  readonly name: string;
  /** On the Hugging Face hub. */
  readonly repository: string;
  /** A commit, so that the name always means the same vectors; `main` for models that are not in the table. */
  readonly revision: string;
  /** Total size of the files; `undefined` if unknown before the download. */
  readonly bytes: number | undefined;
  readonly dimensions: number | undefined;
  readonly licence: string;
  readonly languages: string;
  /** SHA-256 of each file; `undefined` accepts the first download, which must not change later. */
  readonly files: Readonly<Record<string, string | undefined>>;
}

export const USUAL_MODEL = 'bge-small-en-v1.5';

const files = (
  config: string,
  tokenizer: string,
  tokenizerConfig: string,
  weights: string,
): Readonly<Record<string, string>> => ({
  'config.json': config,
  'tokenizer.json': tokenizer,
  'tokenizer_config.json': tokenizerConfig,
  'onnx/model_quantized.onnx': weights,
});

export const KNOWN_MODELS: readonly LocalModel[] = [
  {
    name: USUAL_MODEL,
    repository: 'Xenova/bge-small-en-v1.5',
    revision: 'ea104dacec62c0de699686887e3f920caeb4f3e3',
    bytes: 34_726_871,
    dimensions: 384,
    licence: 'MIT',
    languages: 'English',
    files: files(
      'fa73f90bf92c8cace1fbcb709626306f2bdbc9ea3e5b5f94b440df9b6aa56350',
      'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
      '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
      '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    ),
  },
  {
    name: 'all-MiniLM-L6-v2',
    repository: 'Xenova/all-MiniLM-L6-v2',
    revision: '751bff37182d3f1213fa05d7196b954e230abad9',
    bytes: 23_685_047,
    dimensions: 384,
    licence: 'Apache-2.0',
    languages: 'English',
    files: files(
      '7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7',
      'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
      'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    ),
  },
  {
    name: 'multilingual-e5-small',
    repository: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    bytes: 135_392_016,
    dimensions: 384,
    licence: 'MIT',
    languages: 'about 100 languages, questions in another one than the pages among them',
    files: files(
      'cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1',
      '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b',
      'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193',
    ),
  },
];

/** Finds a model by its name, or as `owner/name` on the hub; throws `INVALID_CONFIG` for anything else. */
export function localModel(name: string): LocalModel {
  const known = KNOWN_MODELS.find((model) => model.name === name || model.repository === name);
  if (known !== undefined) return known;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*\/[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name)) {
    const names = KNOWN_MODELS.map((model) => `\`${model.name}\``).join(', ');
    throw invalidConfig(`There is no model \`${name}\`. Name ${names}, or \`owner/name\` on the hub.`);
  }
  return {
    name,
    repository: name,
    revision: 'main',
    bytes: undefined,
    dimensions: undefined,
    licence: 'see its page on the hub',
    languages: 'see its page on the hub',
    files: Object.fromEntries(Object.keys(KNOWN_MODELS[0]!.files).map((file) => [file, undefined])),
  };
}
