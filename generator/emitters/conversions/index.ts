import { xmlContents } from '../../model/analysis/xml-values.js';
import type { Plan } from '../../plan/plan.js';
import { defineEmitter, emitterApiVersion, type Emitter, type PeerPackage } from '../emitter.js';
import { brokersKey } from '../brokers/plan.js';
import { feedsOf } from '../feeds/plan.js';
import { emitDates } from './dates.js';
import { emitIntegers } from './integers.js';
import { emitXml } from './xml.js';

/** XML parser of the runtime, with the version range of its manifest. */
const xmlParser: PeerPackage = {
  name: '@rgrove/parse-xml',
  range: '^4.2.3 || ^5.0.0',
  isOptional: true,
};

/** Tables of values whose type in a program is another one than on the wire. */
export const conversionsEmitter: Emitter<object> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'conversions',
  requires: ['types'],
  plan: () => ({}),
  *emit(_part, { plan }) {
    const hasHttp = plan.api.speaks.includes('http');
    const hasMessages = feedsOf(plan).length > 0 || plan.partOf(brokersKey) !== undefined;
    if (hasHttp || hasMessages) yield* emitIntegers(plan);
    if (!hasHttp) return;
    yield* emitDates(plan);
    yield* emitXml(plan);
  },
  packagePart: (_part, { plan }) => ({
    peerPackages: [
      ...codecPackages(plan),
      ...(xmlContents(plan.api).length > 0 ? [xmlParser] : []),
    ],
  }),
});

/**
 * Packages that export codecs of formats. Any version is accepted, because the user installs both.
 */
function codecPackages({ conversions }: Plan): readonly PeerPackage[] {
  const modules = [...conversions.values()].flatMap(({ type }) =>
    type === undefined || type.from.endsWith('.ts') ? [] : [type.from],
  );
  const names = modules.map((module) => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module);
  return [...new Set(names)].map((name) => ({ name, range: '*', isOptional: false }));
}
