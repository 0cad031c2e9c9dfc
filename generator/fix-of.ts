import type { Checked } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath } from './core/path.js';
import { importFix } from './import/import-fix.js';
import { documentAt, jobOf } from './jobs.js';
import type { FixApi } from './model/fix.js';
import { reachOut, toLookAt } from './reach-out.js';
import { understand } from './understand.js';

/** What FIX messages are read by. */
export interface FixSource {
  /** A description, or a dictionary in QuickFIX's XML form, which is known by its name (`.xml`). */
  readonly document: string;
  /** The dictionary of the transport, with one of FIX 5.0. */
  readonly transport?: string;
  readonly allowRefs?: readonly string[];
}

/** What a description, or a dictionary, says of FIX. `value` is absent where it has errors, or speaks of no FIX session. */
export async function fixOf(
  { document, transport, allowRefs }: FixSource,
  host: Host,
): Promise<Checked<FixApi>> {
  if (!/\.xml$/i.test(document)) return read(document, allowRefs, host);
  const request = { dictionary: document, ...(transport !== undefined && { transport }) };
  const imported = importFix(request, host);
  if (imported.value === undefined) return { ...imported, value: undefined };
  // The description is nowhere but here: what is wrong with the dictionary was told by its own lines.
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
  const asked = jobOf({ documents: [document], out: '.', allowRefs }, host.cwd, false, host);
  const [job = asked] = (await reachOut([asked], host, toLookAt([asked]))).jobs;
  const { value, diagnostics } = await understand(job, documentAt(host.cwd, document), host);
  return { value: value?.api.fix, diagnostics };
}
