import type { Plan } from '../../plan/plan.js';
import { isFixOnly } from '../../plan/fix-only.js';
import { identifier } from '../code.js';
import { reExport, reExportAs } from '../declare.js';
import { createFileScope, importPath } from '../file-scope.js';
import { reExportsOf } from '../re-exports.js';
import type { Declaration, SourceFile } from '../source-file.js';

/** The files of FIX, those with nothing but types left to the compiler. */
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

/** Whether types have values of their name beside them. */
function holdsValues({ types }: Plan): boolean {
  return types.some(({ values }) => values !== undefined);
}

/** `index.ts`: what a client imports. Whoever serves the API imports `./server` as well. */
export function emitIndex(plan: Plan): SourceFile {
  const from = 'index.ts';
  const all = (path: string): Declaration => reExport(importPath(plan, path, from));
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
        all(plan.client.className.from),
        all(plan.client.description.from),
        ...reExportsOf(plan, signing, from),
        ...plan.services.map(({ file }) => all(file)),
      ]
    : // Without a server's half, whoever verifies messages imports this one too.
      reExportsOf(
        plan,
        [...signing, ...plan.security.flatMap(({ verifier }) => verifier ?? [])],
        from,
      );
  return createFileScope(plan, from).finish([
    ...http,
    ...plan.feeds.slice(0, 1).map(({ client }) => all(client.from)),
    ...plan.feeds
      .flatMap(({ snapshots }) => snapshots ?? [])
      .slice(0, 1)
      .map(({ from: path }) => all(path)),
    ...(isFixOnly(plan)
      ? []
      : [reExport(importPath(plan, plan.typesFile, from), [], !holdsValues(plan))]),
    ...fixFiles(plan).map(all),
    ...(plan.limits === undefined
      ? []
      : [reExportAs(identifier(plan.limits.namespace), importPath(plan, plan.limits.file, from))]),
    ...plan.states.slice(0, 1).map(({ constant }) => all(constant.from)),
  ]);
}
