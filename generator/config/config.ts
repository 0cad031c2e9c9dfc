import { createReporter, type Checked, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { childOrigin, rootOrigin, type Origin } from '../core/origin.js';
import { loadDocument } from '../load/load.js';
import type { Json } from '../model/schema.js';
import type { PackageRequest } from '../request.js';
import { credentialsOf } from './credentials.js';
import { datesOf } from './dates.js';
import { choiceOf, flagOf, itemsOf, membersOf, textOf } from './members.js';
import { namesOf } from './names.js';
import { moduleFormats } from './module-formats.js';
import { isPackageName, isVersion } from './package-name.js';

/** Content of `tallystick.yaml`; `tallystick.schema.json` describes the same for editors. */
export interface Config {
  readonly packages: readonly PackageRequest[];
}

/** Reads and checks a config file. */
export function readConfig(path: string, host: Host): Checked<Config> {
  const { value: source, diagnostics } = loadDocument(host, path);
  return source === undefined
    ? { value: undefined, diagnostics }
    : checkConfig(source.value, rootOrigin(source));
}

/** Checks the content of a config file; everything that is wrong is told at once. */
export function checkConfig(value: Json, origin: Origin): Checked<Config> {
  const report = createReporter();
  const root = membersOf(value, origin, { required: ['packages'], optional: [] }, report);
  if (root === undefined) return { value: undefined, diagnostics: report.diagnostics };
  const listed = itemsOf(root['packages'], childOrigin(origin, 'packages'), report);
  const packages = listed.map((each, index) =>
    packageOf(each, childOrigin(origin, 'packages', index), report),
  );
  const whole =
    report.diagnostics.length === 0
      ? { packages: packages.filter((each) => each !== undefined) }
      : undefined;
  return { value: whole, diagnostics: report.diagnostics };
}

function packageOf(value: Json, origin: Origin, report: Reporter): PackageRequest | undefined {
  const known = {
    required: ['documents', 'out'],
    optional: [
      'package',
      'version',
      'license',
      'int64',
      'idempotency',
      'impliedTypes',
      'enums',
      'openEnums',
      'dates',
      'allowRefs',
      'refCredentials',
      'zod',
      'importExtensions',
      'moduleFormats',
      'paths',
      'lenient',
      'formats',
      'slowPatterns',
      'select',
      'overlays',
      'names',
    ],
  };
  const members = membersOf(value, origin, known, report);
  if (members === undefined) return undefined;
  const text = (name: string): string | undefined =>
    textOf(members[name], childOrigin(origin, name), report);
  const documents = itemsOf(members['documents'], childOrigin(origin, 'documents'), report);
  const paths = documents.map((each, index) =>
    textOf(each, childOrigin(origin, 'documents', index), report),
  );
  paths.forEach((path, index) => {
    if (path === '-')
      report.error(
        'config-value',
        childOrigin(origin, 'documents', index),
        'a config file cannot name the input stream',
        { hint: 'name a file or an address' },
      );
  });
  const [out, name, version, license] = [
    text('out'),
    text('package'),
    text('version'),
    text('license'),
  ];
  const allowed = itemsOf(members['allowRefs'], childOrigin(origin, 'allowRefs'), report);
  const allowRefs = allowed.map((each, index) =>
    textOf(each, childOrigin(origin, 'allowRefs', index), report),
  );
  const idempotency = flagOf(members['idempotency'], childOrigin(origin, 'idempotency'), report);
  const impliedTypes = flagOf(members['impliedTypes'], childOrigin(origin, 'impliedTypes'), report);
  const openEnums = flagOf(members['openEnums'], childOrigin(origin, 'openEnums'), report);
  const choice = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    choiceOf(members[name], words, childOrigin(origin, name), report);
  const int64 = choice('int64', ['number', 'bigint']);
  const enums = choice('enums', ['union', 'const', 'enum']);
  const slowPatterns = choice('slowPatterns', ['warn', 'error', 'linear']);
  const dates = datesOf(members['dates'], childOrigin(origin, 'dates'), report);
  const importExtensions = extensionsOf(
    members['importExtensions'],
    childOrigin(origin, 'importExtensions'),
    name,
    report,
  );
  const formatsOfModules = moduleFormatsOf(
    members['moduleFormats'],
    childOrigin(origin, 'moduleFormats'),
    name,
    report,
  );
  const zod = flagOf(members['zod'], childOrigin(origin, 'zod'), report);
  const view = flagOf(members['paths'], childOrigin(origin, 'paths'), report);
  const lenient = flagOf(members['lenient'], childOrigin(origin, 'lenient'), report);
  const overlaid = itemsOf(members['overlays'], childOrigin(origin, 'overlays'), report);
  const overlays = overlaid.map((each, index) =>
    textOf(each, childOrigin(origin, 'overlays', index), report),
  );
  const listedFormats = itemsOf(members['formats'], childOrigin(origin, 'formats'), report);
  const formats = listedFormats.map((each, index) =>
    textOf(each, childOrigin(origin, 'formats', index), report),
  );
  const names = namesOf(members['names'], childOrigin(origin, 'names'), report);
  const refCredentials = credentialsOf(
    members['refCredentials'],
    childOrigin(origin, 'refCredentials'),
    report,
  );
  const select = selectOf(members['select'], childOrigin(origin, 'select'), report);
  checkPackage({ name, version, license }, origin, report);
  if (out === undefined) return undefined;
  return {
    documents: paths.filter((path) => path !== undefined),
    out,
    ...(name === undefined ? {} : { package: name }),
    ...(version === undefined ? {} : { version }),
    ...(license === undefined ? {} : { license }),
    ...(int64 === undefined ? {} : { int64 }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(impliedTypes === undefined ? {} : { impliedTypes }),
    ...(enums === undefined ? {} : { enums }),
    ...(openEnums === undefined ? {} : { openEnums }),
    ...(dates === undefined ? {} : { dates }),
    ...(importExtensions === undefined ? {} : { importExtensions }),
    ...(formatsOfModules === undefined ? {} : { moduleFormats: formatsOfModules }),
    ...(zod === undefined ? {} : { zod }),
    ...(view === undefined ? {} : { paths: view }),
    ...(lenient === undefined ? {} : { lenient }),
    ...(listedFormats.length === 0
      ? {}
      : { formats: formats.filter((each) => each !== undefined) }),
    ...(slowPatterns === undefined ? {} : { slowPatterns }),
    ...(select === undefined ? {} : { select }),
    ...(names === undefined ? {} : { names }),
    ...(overlaid.length === 0 ? {} : { overlays: overlays.filter((path) => path !== undefined) }),
    ...(refCredentials === undefined ? {} : { refCredentials }),
    ...(allowed.length === 0 ? {} : { allowRefs: allowRefs.filter((path) => path !== undefined) }),
  };
}

function selectOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): PackageRequest['select'] {
  if (value === undefined) return undefined;
  const kinds = ['tags', 'paths', 'operations', 'schemas'] as const;
  const members = membersOf(value, origin, { required: [], optional: kinds }, report);
  const lists = kinds.flatMap((kind) => {
    const items = itemsOf(members?.[kind], childOrigin(origin, kind), report);
    const texts = items.map((each, index) =>
      textOf(each, childOrigin(origin, kind, index), report),
    );
    return items.length === 0 ? [] : [[kind, texts.filter((text) => text !== undefined)] as const];
  });
  return Object.fromEntries(lists);
}

function extensionsOf(
  value: Json | undefined,
  origin: Origin,
  name: string | undefined,
  report: Reporter,
): PackageRequest['importExtensions'] {
  if (value === undefined) return value;
  if (name !== undefined)
    report.error(
      'config-value',
      origin,
      '"importExtensions" is of no use to a package, which has a tsconfig.json of its own',
      { part: 'key', hint: 'remove one of "importExtensions" and "package"' },
    );
  else if (value === 'none' || value === 'js' || value === 'ts') return value;
  else report.error('config-value', origin, '"importExtensions" is none of none, js and ts');
  return undefined;
}

function moduleFormatsOf(
  value: Json | undefined,
  origin: Origin,
  name: string | undefined,
  report: Reporter,
): PackageRequest['moduleFormats'] {
  const listed = itemsOf(value, origin, report);
  if (listed.length === 0) return undefined;
  if (name === undefined) {
    report.error(
      'config-value',
      origin,
      '"moduleFormats" belongs to a package, and this entry names none',
      { part: 'key', hint: 'add "package" with its name' },
    );
    return undefined;
  }
  const formats = moduleFormats(listed);
  if (formats === undefined)
    report.error('config-value', origin, '"moduleFormats" is neither [esm] nor [esm, cjs]');
  return formats;
}

function checkPackage(
  said: { readonly [member in 'name' | 'version' | 'license']: string | undefined },
  origin: Origin,
  report: Reporter,
): void {
  const { name, version } = said;
  if (name !== undefined && !isPackageName(name)) {
    report.error(
      'config-value',
      childOrigin(origin, 'package'),
      `"${name}" is not a name that npm takes`,
      {
        hint: "lower case, such as petstore or '@acme/petstore'",
      },
    );
  }
  if (version !== undefined && !isVersion(version)) {
    report.error(
      'config-value',
      childOrigin(origin, 'version'),
      `"${version}" is not a version such as 1.2.3`,
    );
  }
  for (const member of ['version', 'license'] as const) {
    if (name === undefined && said[member] !== undefined) {
      report.error(
        'config-value',
        childOrigin(origin, member),
        `"${member}" belongs to a package, and this entry names none`,
        {
          part: 'key',
          hint: 'add "package" with its name',
        },
      );
    }
  }
}
