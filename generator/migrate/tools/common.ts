import type { PackageDraft } from '../draft.js';
import type { Setting } from '../settings.js';

/** Adds an emitter to those of a package. */
export function addEmitter(draft: PackageDraft, name: string): void {
  draft.emitters ??= new Set();
  draft.emitters.add(name);
}

/** Endings of imports: `.js`, `.ts`, or none. */
export function readImportExtension(setting: Setting | undefined, draft: PackageDraft): void {
  const extension = setting?.text()?.replace(/^\./u, '');
  if (extension === 'js' || extension === 'ts') draft.options.importExtensions = extension;
  if (extension === '') draft.options.importExtensions = 'none';
}

/** The texts of a list; regular expressions and other values are left unread. */
export function readTexts(setting: Setting | undefined): string[] {
  return (setting?.items() ?? []).flatMap((item) => item.text() ?? []);
}

/** Filters of hey-api: operations, tags, schemas and deprecated ones that are included or left out. */
export function readFilters(config: Setting | undefined, draft: PackageDraft): void {
  const filters = config?.get('filters');
  if (filters?.get('deprecated')?.flag() === false) draft.select['deprecated'] = false;
  for (const [name, ours] of [
    ['tags', ['tags', 'excludeTags']],
    ['operations', ['paths', 'excludePaths']],
    ['schemas', ['schemas', '']],
  ] as const)
    for (const [at, list] of ['include', 'exclude'].entries()) {
      const member = ours[at] ?? '';
      if (member === '') continue;
      const texts = readTexts(filters?.get(name, list)).map((text) =>
        // Operations are named like "GET /pets".
        name === 'operations' ? text.replace(/^[A-Za-z]+ /u, '') : text,
      );
      if (texts.length > 0) select(draft, member, texts);
    }
}

/** Adds to a list of what is selected. */
export function select(draft: PackageDraft, member: string, values: readonly string[]): void {
  const before = draft.select[member];
  draft.select[member] = [...new Set([...(Array.isArray(before) ? before : []), ...values])];
}
