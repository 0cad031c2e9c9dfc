import { stringify } from 'yaml';
import type { PackageDraft } from './draft.js';

/** Files that a migration writes, by path. */
export type MigratedFiles = ReadonlyMap<string, string>;

/** Prints the config file, and an overlay for each package that needs one. */
export function printFiles(drafts: readonly PackageDraft[]): MigratedFiles {
  const files = new Map<string, string>();
  const packages = drafts.map((draft, at) => {
    const overlay =
      drafts.length === 1 ? 'tallystick.overlay.yaml' : `${nameOf(draft, at)}.overlay.yaml`;
    if (draft.actions.length > 0) files.set(overlay, printOverlay(draft));
    return packageOf(draft, draft.actions.length > 0 ? overlay : undefined);
  });
  const comment =
    '# yaml-language-server: $schema=node_modules/tallystick/config/tallystick.schema.json\n';
  files.set('tallystick.yaml', comment + print({ packages }));
  return files;
}

function packageOf(draft: PackageDraft, overlay: string | undefined): object {
  const { documents, out, package: name, license, emitters, options, select, names } = draft;
  return {
    documents,
    out,
    ...(name !== undefined && { package: name }),
    ...(license !== undefined && { license }),
    ...(emitters !== undefined && { emitters: [...emitters] }),
    ...options,
    ...(overlay !== undefined && { overlays: [overlay] }),
    ...(Object.keys(select).length > 0 && { select }),
    ...(hasMembers(names.operations, names.schemas) && {
      names: {
        ...(hasMembers(names.operations) && { operations: names.operations }),
        ...(hasMembers(names.schemas) && { schemas: names.schemas }),
      },
    }),
  };
}

function printOverlay({ documents, actions }: PackageDraft): string {
  const title = `Changes of ${documents[0] ?? 'the description'}`;
  return print({ overlay: '1.0.0', info: { title, version: '1.0.0' }, actions });
}

function print(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** A name for the files of a package, from its output folder. */
function nameOf({ out }: PackageDraft, at: number): string {
  return out.split('/').at(-1) || `package-${at + 1}`;
}

function hasMembers(...objects: readonly object[]): boolean {
  return objects.some((each) => Object.keys(each).length > 0);
}
