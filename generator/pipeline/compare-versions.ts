import { isWebAddress } from '../core/address.js';
import { defineError, defineWarning, createDiagnostic, hasErrors } from '../core/diagnostic.js';
import type { Checked, Diagnostic, DiagnosticType } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import { compareApis } from '../diff/compare-apis.js';
import type { Change } from '../diff/change.js';
import { equalParts } from '../diff/equal-parts.js';
import type { ExportsOf } from '../diff/exports.js';
import { isDeepEqual, withoutUnchanged } from '../diff/unchanged.js';
import { worst } from '../diff/verdict.js';
import type { Source } from '../load/source.js';
import { createSources, type Sources } from '../load/sources.js';
import { resolvePagination } from '../lint/settle-pagination.js';
import { addInheritanceUnions } from '../model/analysis/inheritance-unions.js';
import { countLookups } from '../model/analysis/counted-schemas.js';
import type { Api } from '../model/api.js';
import { readApi } from '../model/read/read-api.js';
import type { NameLock } from '../plan/names/name-lock.js';
import type { RemoteDocuments } from '../remote/remotes.js';
import { fileOrigin } from '../write/file-text.js';
import { packageJob, type PackageJob } from './package-job.js';
import {
  documentLike,
  isPublishedPackage,
  packageDescription,
  readPublishedPackage,
} from './published-package.js';
import { lowerRecoverable } from './read.js';
import { importDictionary, withoutPositions } from './dictionary-version.js';
import { openRemoteAccess, readOnlyAccess } from './remote-access.js';
import { describe, isOfWords } from './describe-change.js';
import type { DescribedChange, DiffRequest, DiffResult } from './diff.js';
import { resourceLimitDiagnostics } from './resource-limits.js';

/** A revision that the version control does not have, or a folder without version control. */
export const unknownRevision: DiagnosticType<{
  default: { name: string };
  repository: { name: string };
  git: { name: string };
  host: { name: string };
}> = defineError('unknown-revision', {
  default: ({ name }) => `git has no revision "${name}" here`,
  repository: ({ name }) => `"${name}" is no revision, because this folder is in no git repository`,
  git: ({ name }) => `the revision "${name}" cannot be read, because git is not installed`,
  host: ({ name }) =>
    `the revision "${name}" cannot be read, because the host has no version control`,
});

/** Parts of a description that are not compared. */
export const notCompared: DiagnosticType<{ fix: void }> = defineWarning('not-compared', {
  fix: () => 'the sessions of FIX are not compared, because only one of the descriptions has them',
});

/** Compares two descriptions. */
export async function compareVersions(request: DiffRequest, host: Host): Promise<DiffResult> {
  const [old, next] = [
    await openVersion(request.old, request.new, request, host),
    await openVersion(request.new, request.old, request, host),
  ];
  const opened = [...old.diagnostics, ...next.diagnostics];
  if (old.value === undefined || next.value === undefined || hasErrors(opened))
    return { ok: false, diagnostics: opened, changes: [] };
  const reduced = withoutUnchanged(old.value.entry.value, next.value.entry.value);
  const [before, after] = [
    await old.value.read(reduced?.old),
    await next.value.read(reduced?.next),
  ];
  const diagnostics = [...opened, ...before.diagnostics, ...after.diagnostics];
  if (before.value === undefined || after.value === undefined || hasErrors(diagnostics))
    return { ok: false, diagnostics, changes: [] };
  if (isDeepEqual(old.value.loaded(), next.value.loaded())) return resultOf([], []);
  const apis = { old: before.value, next: after.value };
  const { entry: left, isDictionary } = old.value;
  const { entry: right } = next.value;
  const isUnchanged =
    isDictionary && next.value.isDictionary
      ? equalParts(left.value, right.value)
      : reduced?.isUnchanged;
  const compared = compareLimited(apis.old, apis.next, isUnchanged);
  if (compared.value === undefined)
    return { ok: false, diagnostics: [...diagnostics, ...compared.diagnostics], changes: [] };
  if (compared.value.length === 0) return resultOf([], warningsOf(apis.old, apis.next));
  const exportsOf = await planExports(
    { job: old.value.job, api: namedBy(apis.old, compared.value) },
    { job: next.value.job, api: namedBy(apis.next, compared.value) },
    host,
  );
  const changes = compared.value.map((change) =>
    describe(change, exportsOf, { old: old.value?.prefix ?? '', next: next.value?.prefix ?? '' }),
  );
  return resultOf(changes, warningsOf(apis.old, apis.next));
}

function resultOf(
  changes: readonly DescribedChange[],
  diagnostics: readonly Diagnostic[],
): DiffResult {
  const clients = worst(changes.map((change) => change.clients));
  const servers = worst(changes.map((change) => change.servers));
  return {
    ok: true,
    diagnostics,
    changes,
    ...(clients !== undefined && { clients }),
    ...(servers !== undefined && { servers }),
  };
}

/** Warnings about what is not compared. */
export function warningsOf(old: Api, next: Api): readonly Diagnostic[] {
  const isComparable = (old.fix === undefined) === (next.fix === undefined);
  return isComparable ? [] : [createDiagnostic(notCompared.fix(), next.origin)];
}

/** Compares two models. Reports exceeded resource limits as diagnostics. */
export function compareLimited(
  old: Api,
  next: Api,
  isUnchanged?: (pointer: string) => boolean,
): Checked<readonly Change[]> {
  try {
    const value = compareApis(countLookups(old), countLookups(next), isUnchanged);
    return { value, diagnostics: [] };
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, next.origin) };
  }
}

/** One of the two descriptions, before it is interpreted. */
interface Version {
  readonly job: PackageJob;
  readonly entry: Source;
  /** True if it was converted from a FIX dictionary. */
  readonly isDictionary: boolean;
  /** The revision with a colon, before paths in reports. */
  readonly prefix: string;
  /** Interprets the document, or a part of it. */
  read(part?: Source['value']): Promise<Checked<Api>>;
  /** Contents of all documents that were read. */
  loaded(): readonly Source['value'][];
}

async function openVersion(
  name: string,
  other: string,
  request: DiffRequest,
  host: Host,
): Promise<Checked<Version>> {
  const located = await locate(name, other, host);
  if (located.value === undefined) return { value: undefined, diagnostics: located.diagnostics };
  const { path, prefix, remote } = located.value;
  const imported = await importDictionary(located.value, request, host);
  if (imported.value === undefined) return { value: undefined, diagnostics: imported.diagnostics };
  const { host: ownHost, isDictionary } = imported.value;
  const { allowRefs, refCredentials } = request;
  const plain = packageJob(
    {
      documents: [path],
      out: '.',
      int64: 'number',
      ...(allowRefs && { allowRefs }),
      ...(refCredentials && { refCredentials }),
    },
    ownHost.cwd,
    false,
    ownHost,
  );
  const access = await openRemoteAccess([plain], ownHost, readOnlyAccess([plain]));
  const opened = access.jobs[0] ?? plain;
  const job = remote === undefined ? opened : { ...opened, allowRefs: everything, remote };
  const open = (): Sources =>
    createSources(access.host, {
      allowRef: job.allowRefs,
      ...(job.remote && { remote: job.remote.read }),
    });
  const [document = ''] = job.location.documents;
  let sources = open();
  let loaded = sources.entry(document);
  while ((await job.remote?.arrive()) === true) {
    sources = open();
    loaded = sources.entry(document);
  }
  const entry = loaded.value && isDictionary ? withoutPositions(loaded.value) : loaded.value;
  if (entry === undefined) return { value: undefined, diagnostics: loaded.diagnostics };
  const read = async (part: Source['value'] = entry.value): Promise<Checked<Api>> => {
    let result = interpret(sources, { ...entry, value: part });
    while ((await job.remote?.arrive()) === true) {
      sources = open();
      const again = sources.entry(document).value ?? entry;
      result = interpret(sources, { ...again, value: part });
    }
    return { ...result, diagnostics: lowerRecoverable(result.diagnostics) };
  };
  return {
    value: {
      job,
      entry,
      isDictionary,
      prefix,
      read,
      loaded: () => sources.loaded.map(({ value }) => value),
    },
    diagnostics: lowerRecoverable(loaded.diagnostics),
  };
}

function interpret(sources: Sources, entry: Source): Checked<Api> {
  try {
    const read = readApi(sources, entry);
    const paginated = read.value && resolvePagination(read.value);
    return {
      value: paginated?.value && addInheritanceUnions(paginated.value),
      diagnostics: read.diagnostics,
    };
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, rootOrigin(entry)) };
  }
}

/** Where a description is read. */
export interface LocatedVersion {
  readonly path: string;
  readonly prefix: string;
  readonly host: Host;
  /** Documents of a published package that have a URL. */
  readonly remote?: RemoteDocuments;
}

/** References that documents of a published package may contain: to each other, wherever they were. */
const everything = ['/', 'https://**', 'http://**'];

/**
 * Finds a description. A text with a colon is a file of a git revision, unless a file has that name. A single letter before the colon is a
 * drive.
 */
async function locate(name: string, other: string, host: Host): Promise<Checked<LocatedVersion>> {
  const plain = { path: name, prefix: '', host };
  if (!isWebAddress(name) && isPublishedPackage(name, host))
    return locateInPackage(name, other, host);
  const [, revision, file] = /^([^:]{2,}):(.+)$/s.exec(name) ?? [];
  const isFile = isWebAddress(name) || host.read(absolutePath(host.cwd, name)) !== undefined;
  if (isFile || revision === undefined || file === undefined)
    return { value: plain, diagnostics: [] };
  const found = await host.revision?.(revision);
  if (found?.ok !== true) {
    const origin = rootOrigin({
      uri: name,
      path: name,
      locate: () => undefined,
      line: () => undefined,
    });
    const reason = found?.reason ?? 'no-host';
    const { sentence, hint } = refusals[reason];
    return {
      value: undefined,
      diagnostics: [createDiagnostic(sentence({ name: revision }), origin, { hint })],
    };
  }
  const { files } = found;
  return {
    value: {
      path: relativePath(files.root, files.pathOf(file)),
      prefix: `${revision}:`,
      host: { ...host, ...files, cwd: files.root, realPath: (path) => path },
    },
    diagnostics: [],
  };
}

/** Finds the description of a published package that has the name of the other one. */
async function locateInPackage(
  name: string,
  other: string,
  host: Host,
): Promise<Checked<LocatedVersion>> {
  const { value, diagnostics } = await readPublishedPackage(name, host);
  if (value === undefined) return { value, diagnostics };
  const path = documentLike(value, other);
  if (path !== undefined) {
    const prefix = `${value.name}@${value.version}:`;
    return { value: { path, prefix, host: value.host, remote: value.remote }, diagnostics };
  }
  const names = value.documents.map((each) => `"${each}"`).join(', ');
  const origin = fileOrigin(host.cwd, absolutePath(host.cwd, name));
  const hint = 'give the other description the name of one of them';
  return {
    value: undefined,
    diagnostics: [createDiagnostic(packageDescription.several({ names }), origin, { hint })],
  };
}

const refusals = {
  unknown: {
    sentence: unknownRevision.default,
    hint: 'name a branch, a tag or a commit; in a shallow clone, fetch it first: git fetch origin main',
  },
  'no-repository': {
    sentence: unknownRevision.repository,
    hint: 'run the command in a git repository, or name two files',
  },
  'no-git': {
    sentence: unknownRevision.git,
    hint: 'install git, or name two files',
  },
  'no-host': { sentence: unknownRevision.host, hint: 'name two files' },
} as const;

/** The description without the bodies of operations whose names no change asks for. */
function namedBy(api: Api, changes: readonly Change[]): Api {
  const asked = new Set<unknown>();
  for (const { nodes, clients, servers } of changes)
    if (!isOfWords(clients, servers)) asked.add(nodes.oldOperation).add(nodes.nextOperation);
  return {
    ...api,
    operations: api.operations.map((operation) => {
      if (asked.has(operation)) return operation;
      const { request: _request, ...rest } = operation;
      return { ...rest, outcomes: [] };
    }),
  };
}

/** Plans both packages. The new one gets the names of the old one wherever they still apply, as with a name lock. */
async function planExports(
  old: { readonly job: PackageJob; readonly api: Api },
  next: { readonly job: PackageJob; readonly api: Api },
  host: Host,
): Promise<ExportsOf> {
  const [{ planJob }, { selectEmitters }, { packageNames }, { createNameTargets }, exports] =
    await Promise.all([
      import('./render.js'),
      import('./select-emitters.js'),
      import('../plan/names/name-lock.js'),
      import('../plan/names/name-targets.js'),
      import('../diff/exports.js'),
    ]);
  const selection = await selectEmitters(old.job, host);
  const emitters = (selection.value?.emitters ?? []).filter(({ emitter }) =>
    plannedEmitters.has(emitter.name),
  );
  const oldPlan = planJob(old.job, old.api, host, emitters, {}).value;
  if (oldPlan === undefined) return () => [];
  const lock: NameLock = packageNames(oldPlan, createNameTargets(old.api));
  const nextPlan = planJob(next.job, next.api, host, emitters, { lock }).value;
  if (nextPlan === undefined) return () => [];
  return exports.createExports({ api: old.api, plan: oldPlan }, { api: next.api, plan: nextPlan });
}

/** Emitters whose plans have the names of types, functions and handlers. */
const plannedEmitters: ReadonlySet<string> = new Set([
  'types',
  'validators',
  'client',
  'server',
  'fix',
  'feeds',
  'brokers',
]);
