import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectId, Json } from '../../../generator/model/schema.js';

/** One schema of the suite with the instances it is tried on. */
export interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly SuiteTest[];
}

export interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

/** Folder of the suite for each draft. */
export const drafts: readonly { readonly dialect: DialectId; readonly folder: string }[] = [
  { dialect: '2020-12', folder: 'draft2020-12' },
  { dialect: '2019-09', folder: 'draft2019-09' },
  { dialect: '7', folder: 'draft7' },
  { dialect: '6', folder: 'draft6' },
  { dialect: '4', folder: 'draft4' },
];

/** Groups of all files in one folder of the suite; files in folders below are left out. */
export function readGroups(root: string, folder: string): readonly SuiteGroup[] {
  const path = join(root, 'tests', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const groups = JSON.parse(readFileSync(join(path, file), 'utf8')) as Omit<
        SuiteGroup,
        'file'
      >[];
      return groups.map((group) => ({ ...group, file: file.replace(/\.json$/, '') }));
    });
}

/** The documents that the suite serves from `http://localhost:1234/`, by their address. */
export function readRemotes(root: string): ReadonlyMap<string, Json> {
  const remotes = new Map<string, Json>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, 'remotes', folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (path.endsWith('.json')) {
        const text = readFileSync(join(root, 'remotes', path), 'utf8');
        remotes.set(`http://localhost:1234/${path}`, JSON.parse(text) as Json);
      }
    }
  };
  visit('');
  return remotes;
}
