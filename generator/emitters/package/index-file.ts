import type { Plan } from '../../plan/plan.js';
import { isFixOnly } from '../../plan/fix-only.js';
import { identifier } from '../../printer/code.js';
import { reExport, reExportAs } from '../../printer/declare.js';
import { createFileScope, importPath } from '../../printer/file-scope.js';
import { reExportsOf } from '../../printer/re-exports.js';
import type { Declaration, SourceFile } from '../../printer/source-file.js';

/** Files of FIX, which contain types and values. */
function fixFiles({ fix }: Plan): readonly string[] {
  if (fix === undefined) return [];
  const files = [
    ...fix.values.map(({ type }) => type.from),
    fix.messageType.from,
    fix.codec.from,
    ...fix.sessions.map(({ policy }) => policy.from),
  ];
  return [...new Set(files)];
}

/** True if types have a value of the same name. */
function hasEnumValues({ types }: Plan): boolean {
  return types.some(({ values }) => values !== undefined);
}

/** Emits `index.ts`: the exports for clients. Servers also import `./server`. */
export function emitIndex(plan: Plan): SourceFile {
  const from = 'index.ts';
  const exportAll = (path: string): Declaration => reExport(importPath(plan, path, from));
  const signing = plan.security.flatMap(({ factory, hmac, carriedBy, clientCredentials }) =>
    carriedBy === 'deliveries'
      ? []
      : [
          ...(hmac?.scopeType === undefined ? [] : [hmac.scopeType]),
          ...(factory === undefined ? [] : [factory]),
          ...(clientCredentials === undefined ? [] : [clientCredentials.factory]),
        ],
  );
  const http = plan.api.speaks.includes('http')
    ? [
        exportAll(plan.client.className.from),
        exportAll(plan.client.description.from),
        ...reExportsOf(plan, signing, from),
        ...plan.services.map(({ file }) => exportAll(file)),
      ]
    : // Without a server file, programs that verify messages also import this file.
      reExportsOf(
        plan,
        [...signing, ...plan.security.flatMap(({ verifier }) => verifier ?? [])],
        from,
      );
  return createFileScope(plan, from).finish([
    ...http,
    ...plan.feeds.slice(0, 1).map(({ client }) => exportAll(client.from)),
    ...plan.feeds
      .flatMap(({ snapshots }) => snapshots ?? [])
      .slice(0, 1)
      .map(({ from: path }) => exportAll(path)),
    ...(isFixOnly(plan)
      ? []
      : [reExport(importPath(plan, plan.typesFile, from), [], !hasEnumValues(plan))]),
    ...fixFiles(plan).map(exportAll),
    ...(plan.limits === undefined
      ? []
      : [reExportAs(identifier(plan.limits.namespace), importPath(plan, plan.limits.file, from))]),
    ...plan.states.slice(0, 1).map(({ constant }) => exportAll(constant.from)),
  ]);
}
