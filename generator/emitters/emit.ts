import { isFixOnly } from '../plan/fix-only.js';
import type { Plan } from '../plan/plan.js';
import { emitFeeds } from './feeds/emit.js';
import { emitClient } from './client/client.js';
import { emitDescription } from './client/description.js';
import { emitOperations } from './client/operations.js';
import { emitMessageSecurity } from './client/security.js';
import { emitWebhooks } from './client/webhooks.js';
import { emitIndex } from './package/index-file.js';
import { emitLicence } from './package/licence.js';
import { emitCommonJs, emitPackageManifest, emitTypeScriptConfig } from './package/manifest.js';
import { emitReadme } from './package/readme.js';
import { emitFixCodec } from './fix/codec.js';
import { emitFixEnums } from './fix/enums.js';
import { emitFixMessages } from './fix/messages.js';
import { emitFixSessions } from './fix/sessions.js';
import { emitDates } from './conversions/dates.js';
import { emitIntegers } from './conversions/integers.js';
import { emitXml } from './conversions/xml.js';
import { emitServer } from './server/server.js';
import { emitServerServices } from './server/service.js';
import { emitWebhookReceiver } from './server/webhook-receiver.js';
import { clientReadme } from './client/readme.js';
import { feedsReadme } from './feeds/readme.js';
import { fixReadme } from './fix/readme.js';
import { limitsReadme } from './limits/readme.js';
import type { ReadmePart } from './readme-part.js';
import { serverReadme } from './server/readme.js';
import { validatorsReadme } from './validators/readme.js';
import { webhooksReadme } from './webhooks/readme.js';
import type { Code } from '../printer/code.js';
import { fileHeader } from '../printer/file-header.js';
import type { SourceFile } from '../printer/source-file.js';
import { emitLimits } from './types/limits.js';
import { emitTypes } from './types/types.js';
import { emitValidators } from './validators/validators.js';
import { emitZod } from './zod/zod.js';

/**
 * Yields every file of a package, or of a folder of sources in the user's project. Files are
 * generated one at a time, so that printed ones can be garbage collected. Paths are relative to the
 * output.
 */
export function* emit(plan: Plan): Iterable<SourceFile> {
  if (plan.package.kind !== 'sources') {
    yield emitPackageManifest(plan);
    yield emitTypeScriptConfig();
    if (plan.package.buildsCommonJs) yield* emitCommonJs();
    yield emitReadme(plan, readmeParts(plan));
    yield emitLicence(plan);
  }
  const header = fileHeader(plan);
  for (const file of emitSources(plan))
    yield { ...withHeader(file, header), path: plan.package.sourceRoot + file.path };
}

/** Sections of the README, in their order. */
function readmeParts(plan: Plan): readonly ReadmePart[] {
  return [
    clientReadme(plan),
    serverReadme(plan),
    webhooksReadme(plan),
    feedsReadme(plan),
    fixReadme(plan),
    validatorsReadme(plan),
    limitsReadme(plan),
  ].filter((part) => part !== undefined);
}

/** Yields the source files. Paths are relative to the sources. */
function* emitSources(plan: Plan): Iterable<SourceFile> {
  if (!isFixOnly(plan)) yield* emitTypes(plan);
  yield* emitLimits(plan);
  if (!isFixOnly(plan)) {
    yield* emitValidators(plan);
    yield* emitZod(plan);
  }
  const hasHttp = plan.api.speaks.includes('http');
  if (hasHttp || plan.feeds.length > 0) yield* emitIntegers(plan);
  if (hasHttp) yield* emitHttp(plan);
  else yield* emitMessageSecurity(plan);
  yield* emitFeeds(plan);
  yield* emitFixEnums(plan);
  yield* emitFixMessages(plan);
  yield* emitFixCodec(plan);
  yield* emitFixSessions(plan);
  yield emitIndex(plan);
}

/** Yields client and server of the HTTP operations. */
function* emitHttp(plan: Plan): Iterable<SourceFile> {
  yield* emitDescription(plan);
  yield* emitDates(plan);
  yield* emitXml(plan);
  yield* emitOperations(plan);
  yield emitClient(plan);
  yield* emitServerServices(plan);
  yield* emitServer(plan);
  yield* emitWebhooks(plan);
  yield* emitWebhookReceiver(plan);
}

function withHeader(file: SourceFile, header: Code): SourceFile {
  return file.kind === 'text' ? file : { ...file, declarations: [header, ...file.declarations] };
}
