import { createReporter, type Checked, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { EmitterOptionTable, SelectedEmitter } from '../emitters/emitter.js';
import { emitters as builtIn } from '../emitters/index.js';
import type { EmitterRequest } from '../options/emitters.js';
import { readMembers } from '../options/read-members.js';
import { fileOrigin } from '../write/file-text.js';
import { emitterConflict, loadEmitter } from './load-emitter.js';
import type { PackageJob } from './package-job.js';

/** The emitters of a package, and the files of the modules that define them. */
export interface EmitterSelection {
  readonly emitters: readonly SelectedEmitter[];
  readonly inputs: readonly string[];
}

/**
 * Selects the emitters of a package: those that the request lists, with those that they require, or by default all that are not opt-in.
 * Modules of the project are loaded.
 */
export async function selectEmitters(
  job: PackageJob,
  host: Host,
): Promise<Checked<EmitterSelection>> {
  const { request, location } = job;
  const reporter = createReporter();
  const flags = [
    ...(request.zod === true ? ['zod'] : []),
    ...(request.jsonSchemas === true ? ['json-schemas'] : []),
    ...(request.paths === true ? ['paths'] : []),
    ...(request.includeDescription === true ? ['description'] : []),
  ];
  const { role } = request;
  const packageOptions: { readonly [emitter: string]: SelectedEmitter['options'] } =
    role === undefined ? {} : { brokers: { role } };
  const known = new Map(builtIn.map((emitter) => [emitter.name, emitter]));
  const asked = new Set(['package', ...flags]);
  const foreign: SelectedEmitter[] = [];
  const inputs: string[] = [];
  const requestedAt = new Map<string, Origin>();
  const ownOptions = new Map<string, SelectedEmitter['options']>();
  if (request.emitters === undefined)
    for (const { name, isOptIn } of builtIn) if (isOptIn !== true) asked.add(name);
  for (const each of request.emitters ?? []) {
    const requested: EmitterRequest = typeof each === 'string' ? { name: each } : each;
    const origin = requested.origin ?? fileOrigin(host.cwd, location.out);
    const own = known.get(requested.name);
    if (own !== undefined) {
      asked.add(own.name);
      requestedAt.set(own.name, origin);
      ownOptions.set(own.name, readEmitterOptions(own.options ?? {}, requested, origin, reporter));
      continue;
    }
    const loaded = await loadEmitter(requested.name, location.root, origin, host, reporter);
    if (loaded === undefined) continue;
    const { emitter } = loaded;
    if (known.has(emitter.name) || foreign.some((other) => other.emitter.name === emitter.name)) {
      reporter.report(emitterConflict.duplicate({ name: emitter.name }), origin);
      continue;
    }
    inputs.push(...loaded.files);
    const options = readEmitterOptions(emitter.options ?? {}, requested, origin, reporter);
    foreign.push({ emitter, options, isSelected: true, origin, requestedAt: origin });
  }
  const all = [...known.values(), ...foreign.map(({ emitter }) => emitter)];
  // Iteration over a set includes the elements that are added meanwhile.
  for (const { emitter } of foreign) asked.add(emitter.name);
  for (const name of asked) {
    const emitter = all.find((each) => each.name === name);
    for (const required of emitter?.requires ?? []) {
      if (all.some((each) => each.name === required)) asked.add(required);
      else {
        const origin = foreign.find((each) => each.emitter === emitter)?.origin;
        const names = { name, required };
        reporter.report(
          emitterConflict.requires(names),
          origin ?? fileOrigin(host.cwd, location.out),
        );
      }
    }
  }
  const own = builtIn.map((emitter): SelectedEmitter => {
    const origin = requestedAt.get(emitter.name);
    const isSelected = asked.has(emitter.name);
    const options = { ...packageOptions[emitter.name], ...ownOptions.get(emitter.name) };
    return { emitter, options, isSelected, ...(origin && { requestedAt: origin }) };
  });
  // Emitters of other packages choose names last. The package lists the parts of all.
  const isPackage = ({ emitter: { name } }: SelectedEmitter): boolean => name === 'package';
  const emitters = [
    ...own.filter((each) => !isPackage(each)),
    ...foreign,
    ...own.filter((each) => isPackage(each)),
  ];
  return { value: { emitters, inputs }, diagnostics: reporter.diagnostics };
}

/** Reads the options of an emitter. Reports options that it does not have, and invalid values. */
function readEmitterOptions(
  table: EmitterOptionTable,
  { name: emitter, options = {} }: EmitterRequest,
  origin: Origin,
  reporter: Reporter,
): SelectedEmitter['options'] {
  const at = childOrigin(origin, 'options');
  const members = readMembers(
    options,
    at,
    { required: [], optional: Object.keys(table), emitter },
    reporter,
  );
  const named = ofEmitter(emitter, reporter);
  return Object.fromEntries(
    Object.entries(members ?? {}).flatMap(([name, value]) => {
      const option = table[name];
      const read =
        value === undefined ? undefined : option?.type.read(value, childOrigin(at, name), named);
      return read === undefined ? [] : [[name, read] as const];
    }),
  );
}

/** A reporter whose diagnostics name the emitter that has the option, unless they have another hint. */
function ofEmitter(emitter: string, reporter: Reporter): Reporter {
  const hint = `this is an option of the emitter "${emitter}"`;
  return {
    ...reporter,
    report: (sentence, origin, details) => reporter.report(sentence, origin, { hint, ...details }),
  };
}
