import { isPackageName, isVersion } from '../config/package-name.js';
import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';
import type { ConfigRequest, PackageRequest } from '../request.js';
import { UsageError } from './console.js';
import type { Selection } from './program.js';

/** The config file that is looked for in the working directory. */
export const configName = 'tallystick.yaml';

/** What the arguments ask for: documents into a folder, or packages of a config file. */
export function selectionOf(
  documents: readonly string[],
  options: Selection,
  host: Host,
): PackageRequest | ConfigRequest {
  const misuse = options.out === undefined ? strayOption(options) : misuseOfOut(documents, options);
  if (misuse !== undefined) throw new UsageError(misuse);
  const {
    out,
    config,
    package: name,
    packageVersion: version,
    license,
    allowRef: allowRefs,
    refCredential: refCredentials,
    importExtensions,
    moduleFormats,
    enums,
    openEnums,
    zod,
    paths,
    lenient,
    overlay: overlays,
  } = options;
  if (out === undefined) {
    return {
      config: configPath(config, documents, host),
      ...(documents.length > 0 && { documents }),
    };
  }
  return {
    documents,
    out,
    ...(name !== undefined && { package: name }),
    ...(version !== undefined && { version }),
    ...(license !== undefined && { license }),
    ...(allowRefs !== undefined && { allowRefs }),
    ...(refCredentials !== undefined && { refCredentials }),
    ...(importExtensions !== undefined && { importExtensions }),
    ...(moduleFormats !== undefined && { moduleFormats }),
    ...(enums !== undefined && { enums }),
    ...(openEnums !== undefined && { openEnums }),
    ...(zod !== undefined && { zod }),
    ...(paths !== undefined && { paths }),
    ...(lenient !== undefined && { lenient }),
    ...(overlays !== undefined && { overlays }),
    ...selectedBy(options),
  };
}

function selectedBy({ tag, path, operation, schema }: Selection): Pick<PackageRequest, 'select'> {
  if ((tag ?? path ?? operation ?? schema) === undefined) return {};
  return {
    select: {
      ...(tag !== undefined && { tags: tag }),
      ...(path !== undefined && { paths: path }),
      ...(operation !== undefined && { operations: operation }),
      ...(schema !== undefined && { schemas: schema }),
    },
  };
}

/** The config file that is meant; without one there is nothing to do. */
export function configPath(
  named: string | undefined,
  documents: readonly string[],
  host: Host,
): string {
  const path = named ?? configName;
  if (host.read(absolutePath(host.cwd, path)) !== undefined) return path;
  if (named !== undefined) throw new UsageError(`there is no config file "${named}"`);
  throw new UsageError(
    documents.length === 0
      ? `there is no ${configName} here, and no document was named: tallystick generate openapi.yaml --out src/api`
      : `say where to write with --out, or list the document in ${configName}`,
  );
}

/** An option that describes a package of its own, where packages come from the config file. */
function strayOption({
  package: name,
  packageVersion,
  license,
  allowRef,
  refCredential,
  importExtensions,
  moduleFormats,
  enums,
  openEnums,
  zod,
  paths,
  lenient,
  overlay,
  tag,
  path,
  operation,
  schema,
}: Selection): string | undefined {
  const given = {
    '--package': name,
    '--package-version': packageVersion,
    '--license': license,
    '--allow-ref': allowRef,
    '--ref-credential': refCredential,
    '--import-extensions': importExtensions,
    '--module-formats': moduleFormats,
    '--enums': enums,
    '--open-enums': openEnums,
    '--zod': zod,
    '--paths': paths,
    '--lenient': lenient,
    '--overlay': overlay,
    '--tag': tag,
    '--path': path,
    '--operation': operation,
    '--schema': schema,
  };
  const stray = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  return stray === undefined
    ? undefined
    : `${stray} goes with --out; in a config file it is a member of the package`;
}

function misuseOfOut(
  documents: readonly string[],
  { config, package: name, packageVersion, license, importExtensions, moduleFormats }: Selection,
): string | undefined {
  if (config !== undefined)
    return '--out and --config exclude each other: the config file says where to write';
  if (documents.length === 0)
    return '--out needs a document: tallystick generate openapi.yaml --out src/api';
  if (name === undefined && (packageVersion ?? license) !== undefined) {
    return '--package-version and --license describe a package: name it with --package';
  }
  if (name === undefined && moduleFormats !== undefined) {
    return '--module-formats describes a package: name it with --package';
  }
  if (name !== undefined && importExtensions !== undefined) {
    return '--import-extensions is of no use with --package, which writes a tsconfig.json of its own';
  }
  if (name !== undefined && !isPackageName(name)) {
    return `"${name}" is not a name that npm takes: lower case, such as petstore or @acme/petstore`;
  }
  if (packageVersion !== undefined && !isVersion(packageVersion)) {
    return `"${packageVersion}" is not a version such as 1.2.3`;
  }
  return undefined;
}
