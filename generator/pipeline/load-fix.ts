import type { Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { absolutePath } from '../core/path.js';
import { importFix } from '../import/import-fix.js';
import { documentAt, packageJob } from './package-job.js';
import type { FixApi } from '../model/fix.js';
import { openRemoteAccess, readOnlyAccess } from './remote-access.js';
import { readDescription } from './read.js';

/** The document to load a FIX model from. */
export interface FixSource {
  /** A description, or a dictionary in the XML format of QuickFIX, recognized by the extension `.xml`. */
  readonly document: string;
  /** The dictionary of the transport layer, for an application dictionary of FIX 5.0. */
  readonly transport?: string;
  readonly allowRefs?: readonly string[];
}

/** Loads the FIX model of a description or a dictionary. `value` is absent if there are errors or no FIX session. */
export async function loadFixApi(
  { document, transport, allowRefs }: FixSource,
  host: Host,
): Promise<Checked<FixApi>> {
  if (!/\.xml$/i.test(document)) return read(document, allowRefs, host);
  const request = { dictionary: document, ...(transport !== undefined && { transport }) };
  const imported = importFix(request, host);
  if (imported.value === undefined) return { ...imported, value: undefined };
  // The description exists only in memory. Mistakes in the dictionary were reported at its own lines before.
  const path = absolutePath(host.cwd, `${document}.asyncapi.yaml`);
  const bytes = new TextEncoder().encode(imported.value);
  return read(path, [], {
    ...host,
    read: (file) => (file === path ? bytes : host.read(file)),
  });
}

async function read(
  document: string,
  allowRefs: readonly string[] = [],
  host: Host,
): Promise<Checked<FixApi>> {
  const localJob = packageJob(
    { documents: [document], out: '.', allowRefs },
    host.cwd,
    false,
    host,
  );
  const [job = localJob] = (await openRemoteAccess([localJob], host, readOnlyAccess([localJob])))
    .jobs;
  const { value, diagnostics } = await readDescription(job, documentAt(host.cwd, document), host);
  return { value: value?.api.fix, diagnostics };
}
