/** The payload of a passage in Qdrant has the fields of contract C4, and further ones of our own. */
import type { Chunk } from '@ibid/core/types';
import { expect, it } from 'vitest';
import { chunkId } from '../../../core/src/chunk/chunk-id.ts';
import { passagePayload } from '../../../drivers/src/stores/qdrant/layout.ts';
import { contractStructure } from './contracts/contract-fields.ts';

const url = 'https://docs.example.org/guide';
const chunk: Chunk = {
  id: chunkId(url, 'Nodes', 3),
  url,
  title: 'Guide',
  heading: 'Nodes',
  headings: ['Nodes'],
  anchor: 'nodes-1',
  text: 'A node is a process.',
  start: 40,
  end: 60,
  lead: '',
  spans: [],
  marks: [],
  index: 3,
  indexInSection: 1,
  indexInPage: 5,
  chunksInPage: 9,
  tokens: 6,
  sourceFile: 'guide.md',
  locale: 'en',
  version: '',
  module: 'root',
};
const body = passagePayload(chunk, new Float32Array());

it('has the fields of the document, counts within the section, and is named by a hash of URL, heading and index', () => {
  const { fields } = contractStructure('C4', 'PayloadSchema');
  expect(Object.keys(body)).toEqual(expect.arrayContaining(fields.map(({ name }) => name)));
  expect(body).toMatchObject({
    text: 'A node is a process.',
    url,
    title: 'Guide',
    section_heading: 'Nodes',
    chunk_index: 1,
    chunk_id: expect.stringMatching(/^[\da-f]{64}$/u),
  });
  const { digest } = fields.find(({ name }) => name === 'chunk_id')!;
  expect(digest).toEqual({ algorithm: 'SHA256', of: ['URL', 'section heading', 'index'] });
});
