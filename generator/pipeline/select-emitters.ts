import type { SelectedEmitter } from '../emitters/emitter.js';
import { emitters } from '../emitters/index.js';
import type { PackageJob } from './package-job.js';

/** Selects the emitters of a package. */
export function selectEmitters({ request }: PackageJob): readonly SelectedEmitter[] {
  const asked = new Set([
    ...(request.zod === true ? ['zod'] : []),
    ...(request.paths === true ? ['paths'] : []),
  ]);
  return emitters.map((emitter) => ({
    emitter,
    options: {},
    isSelected: emitter.isOptIn !== true || asked.has(emitter.name),
  }));
}
