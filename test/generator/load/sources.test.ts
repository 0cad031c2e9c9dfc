import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createReporter } from '../../../generator/core/diagnostic.js';
import { rootOrigin } from '../../../generator/core/origin.js';
import { diskHost } from '../../../generator/host/disk.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import type { SourcesOptions } from '../../../generator/load/sources.js';

const files = {
  '/work/spec/api.yaml': 'a: 1',
  '/work/spec/schemas/pet.yaml': 'b: 2',
  '/work/spec/a b.yaml': 'c: 3',
  '/work/shared/common.yaml': 'd: 4',
  '/secret.yaml': 'canary: 1',
};

function open(text: string, options?: SourcesOptions): readonly string[] {
  const host = memoryHost(files, '/work');
  const sources = createSources(host, options);
  const { value: entry } = sources.entry('spec/api.yaml');
  if (entry === undefined) throw new Error('the entry is missing');
  const reporter = createReporter();
  const uri = new URL(text, entry.uri).href;
  const source = sources.open(uri, text, rootOrigin(entry), reporter);
  return source === undefined ? reporter.diagnostics.map(({ code }) => code) : [source.path];
}

describe('references', () => {
  it.each<[text: string, want: string]>([
    ['schemas/pet.yaml', 'spec/schemas/pet.yaml'],
    ['./schemas/../schemas/pet.yaml', 'spec/schemas/pet.yaml'],
    ['a%20b.yaml', 'spec/a b.yaml'],
    ['schemas/pte.yaml', 'unresolved-reference'],
    ['../shared/common.yaml', 'forbidden-reference'],
    ['../../secret.yaml', 'forbidden-reference'],
    ['%2e%2e/%2e%2e/secret.yaml', 'forbidden-reference'],
    ['..%2F..%2Fsecret.yaml', 'forbidden-reference'],
    ['/secret.yaml', 'forbidden-reference'],
    ['/work/spec/schemas/pet.yaml', 'forbidden-reference'],
    ['file:///work/spec/schemas/pet.yaml', 'forbidden-reference'],
    ['FILE:///secret.yaml', 'forbidden-reference'],
    ['//localhost/secret.yaml', 'forbidden-reference'],
    ['http://127.0.0.1/x.yaml', 'forbidden-reference'],
    ['https://example.com/x.yaml', 'forbidden-reference'],
    ['ftp://example.com/x.yaml', 'forbidden-reference'],
    ['data:text/yaml,a', 'forbidden-reference'],
  ])('resolves or rejects %s: %s', (text, want) => {
    expect(open(text)).toEqual([want]);
  });

  it.each([
    'https://json-schema.org/draft/2020-12/schema',
    'https://json-schema.org/draft/2019-09/meta/content',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-06/schema#/definitions/nonNegativeInteger',
    'http://json-schema.org/draft-04/schema#',
  ])('reads %s from the generator itself', (text) => {
    expect(open(text)).toEqual([text.replace(/#.*/u, '')]);
  });

  it('rejects other addresses of json-schema.org', () => {
    expect(open('https://json-schema.org/draft/2021-12/schema')).toEqual(['forbidden-reference']);
  });

  it.each<[pattern: string, text: string, want: string]>([
    ['shared', '../shared/common.yaml', 'shared/common.yaml'],
    ['shared/common.yaml', '../shared/common.yaml', 'shared/common.yaml'],
    ['shared/*.yaml', '../shared/common.yaml', 'shared/common.yaml'],
    ['**/common.yaml', '../shared/common.yaml', 'shared/common.yaml'],
    ['share', '../shared/common.yaml', 'forbidden-reference'],
    ['shared', '../../secret.yaml', 'forbidden-reference'],
    ['https://example.com', 'https://example.com/x.yaml', 'unlocked-reference'],
    ['https://example.com', 'https://example.com.evil.org/x.yaml', 'forbidden-reference'],
  ])('with %s allowed, resolves or rejects %s: %s', (pattern, text, want) => {
    expect(open(text, { allowRef: [pattern] })).toEqual([want]);
  });

  it('suggests an existing file', () => {
    const host = memoryHost(files, '/work');
    const sources = createSources(host);
    const { value: entry } = sources.entry('spec/api.yaml');
    if (entry === undefined) throw new Error('the entry is missing');
    const reporter = createReporter();
    sources.open(
      'file:///work/spec/schemas/pte.yaml',
      'schemas/pte.yaml',
      rootOrigin(entry),
      reporter,
    );
    expect(reporter.diagnostics[0]?.hint).toBe('did you mean "pet.yaml"?');
  });
});

describe('symbolic links', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  it('are resolved before the folder of a file is checked', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-'));
    folders.push(folder);
    mkdirSync(join(folder, 'spec'));
    writeFileSync(join(folder, 'spec/api.yaml'), 'a: 1');
    writeFileSync(join(folder, 'secret.yaml'), 'canary: 1');
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'spec/link.yaml'));
    const sources = createSources(diskHost(folder));
    const { value: entry } = sources.entry('spec/api.yaml');
    if (entry === undefined) throw new Error('the entry is missing');
    const reporter = createReporter();
    const uri = new URL('link.yaml', entry.uri).href;
    expect(sources.open(uri, 'link.yaml', rootOrigin(entry), reporter)).toBeUndefined();
    expect(reporter.diagnostics.map(({ code }) => code)).toEqual(['forbidden-reference']);
  });
});
