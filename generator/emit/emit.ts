import { isFixOnly } from '../plan/fix-only.js';
import type { Plan } from '../plan/plan.js';
import { emitFeeds } from './channels/channels.js';
import { emitClient } from './client/client.js';
import { emitDescription } from './client/description.js';
import { emitOperations } from './client/operations.js';
import { emitMessageSecurity } from './client/security.js';
import { emitWebhooks } from './client/webhooks.js';
import { emitIndex } from './package/index-file.js';
import { emitLicence } from './package/licence.js';
import { emitCommonJs, emitPackageManifest, emitTypeScriptConfig } from './package/manifest.js';
import { emitMessageReadme } from './package/message-readme.js';
import { emitReadme } from './package/readme.js';
import { emitFixCodec } from './fix/codec.js';
import { emitFixEnums } from './fix/enums.js';
import { emitFixMessages } from './fix/messages.js';
import { emitFixSessions } from './fix/sessions.js';
import { emitDates } from './dates-file.js';
import { emitIntegers } from './integers.js';
import { emitXml } from './xml.js';
import { emitServer } from './server/server.js';
import { emitServerServices } from './server/service.js';
import { emitWebhookReceiver } from './server/webhook-receiver.js';
import type { Code } from './code.js';
import { provenance } from './provenance.js';
import type { SourceFile } from './source-file.js';
import { emitLimits } from './types/limits.js';
import { emitTypes } from './types/types.js';
import { emitValidators } from './validators/validators.js';
import { emitZod } from './zod/zod.js';

/**
 * Every file of a package, or of a folder of sources inside somebody's own, one after the other: what has been printed
 * can be forgotten before the next is made. Paths are relative to the output.
 */
export function* emit(plan: Plan): Iterable<SourceFile> {
  if (plan.package.kind !== 'sources') {
    yield emitPackageManifest(plan);
    yield emitTypeScriptConfig();
    if (plan.package.buildsCommonJs) yield* emitCommonJs();
    yield plan.api.speaks.includes('http') ? emitReadme(plan) : emitMessageReadme(plan);
    yield emitLicence(plan);
  }
  const header = provenance(plan);
  for (const file of emitSources(plan))
    yield { ...withHeader(file, header), path: plan.package.sourceRoot + file.path };
}

/** The files of the sources, paths within them. */
function* emitSources(plan: Plan): Iterable<SourceFile> {
  if (!isFixOnly(plan)) yield* emitTypes(plan);
  yield* emitLimits(plan);
  if (!isFixOnly(plan)) {
    yield* emitValidators(plan);
    yield* emitZod(plan);
  }
  if (plan.api.speaks.includes('http')) yield* emitHttp(plan);
  else yield* emitMessageSecurity(plan);
  yield* emitFeeds(plan);
  yield* emitFixEnums(plan);
  yield* emitFixMessages(plan);
  yield* emitFixCodec(plan);
  yield* emitFixSessions(plan);
  yield emitIndex(plan);
}

/** Client and server of the operations. */
function* emitHttp(plan: Plan): Iterable<SourceFile> {
  yield* emitDescription(plan);
  yield* emitIntegers(plan);
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
