import { emptyDraft, plainPath, type PackageDraft } from '../draft.js';
import { migrateUnknown } from '../migrate-diagnostics.js';
import type { Setting } from '../settings.js';
import type { MigrationContext, MigrationTool } from '../tool.js';

/** `openapi-typescript`: `redocly.yaml` with an output for each of its APIs, and scripts of `package.json` that call it. */
export const openapiTypescript: MigrationTool = {
  name: 'openapi-typescript',
  files: ['redocly.yaml', 'redocly.yml', '.redocly.yaml', 'package.json'],
  convert(config, context) {
    const drafts = [...fromRedocly(config, context), ...fromScripts(config, context)];
    // Both files are for other programs, too.
    config.read();
    return drafts;
  },
};

function fromRedocly(config: Setting, context: MigrationContext): readonly PackageDraft[] {
  return (config.get('apis')?.members() ?? []).flatMap(([, api]) => {
    const own = api.get('x-openapi-ts') ?? api.get('openapi-ts');
    const root = api.get('root')?.text();
    const output = own?.get('output')?.text();
    if (root === undefined || output === undefined) return [];
    const draft = typesOnly(api, root, output);
    for (const [option, value] of own?.members() ?? [])
      if (option !== 'output') readOption(kebab(option), value, draft, context);
    return [draft];
  });
}

/** Scripts such as `openapi-typescript ./api.yaml -o ./src/api.d.ts --enum`. */
function fromScripts(config: Setting, context: MigrationContext): readonly PackageDraft[] {
  return (config.get('scripts')?.members() ?? []).flatMap(([, script]) => {
    const text = script.text() ?? '';
    return text.split(/&&|;|\|\|/u).flatMap((command) => {
      const words = wordsOf(command);
      const at = words.findIndex((word) => /^openapi-typescript(?:@[\w.^~-]+)?$/u.test(word));
      const draft = at === -1 ? undefined : fromWords(words.slice(at + 1), script, context);
      return draft === undefined ? [] : [draft];
    });
  });
}

function fromWords(
  words: readonly string[],
  script: Setting,
  context: MigrationContext,
): PackageDraft | undefined {
  let [document, output]: (string | undefined)[] = [];
  const flags: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', value] = (words[at] ?? '').split('=', 2);
    if (name === '-o' || name === '--output') {
      output = value ?? words[at + 1];
      if (value === undefined) at += 1;
    } else if (name === '--redocly' || name === '-c') at += value === undefined ? 1 : 0;
    else if (name.startsWith('--')) flags.push(name.slice(2));
    else if (!name.startsWith('-')) document ??= name;
  }
  if (document === undefined || output === undefined) return undefined;
  const draft = typesOnly(script, document, output);
  for (const flag of flags) readOption(flag, script, draft, context);
  return draft;
}

function typesOnly(setting: Setting, document: string, output: string): PackageDraft {
  const draft = emptyDraft(setting);
  draft.documents.push(plainPath(document));
  draft.out = plainPath(output.replace(/(?:\.d)?\.[cm]?ts$/u, ''));
  // `paths.ts` has the types that programs import now.
  draft.emitters = new Set(['types', 'validators']);
  draft.options.paths = true;
  return draft;
}

/** Options that programs do not notice, or that named types make needless. */
const needless = new Set(['alphabetize', 'export-type', 'root-types', 'silent', 'check']);

function readOption(
  name: string,
  { origin }: Setting,
  draft: PackageDraft,
  { reporter }: MigrationContext,
): void {
  if (name === 'enum') draft.options.enums = 'enum';
  else if (!needless.has(name)) reporter.report(migrateUnknown.default({ name }), origin);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/** Words of a command, without their quotes. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
