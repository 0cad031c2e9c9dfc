import type { Client } from '@tallystick/runtime/http';
import {
  getName,
  getPetById,
  getPicture,
  listStars,
  PetsService,
} from '../../cases/several-media-types/output/index.js';
import type { Pet, Star } from '../../cases/several-media-types/output/types.js';

declare const client: Client;
declare const either: 'image/jpeg' | 'application/json';
declare const perhaps: { readonly accept?: 'image/jpeg' };
const pets = new PetsService(client);

/** Without `accept`, a call returns the JSON type; with it, the type of that media type. */
export const given = {
  names: (await listStars(client, 1)) satisfies readonly string[],
  stars: (await pets.listStars(1, {
    accept: 'application/vnd.pets.v3.star+json',
  })) satisfies readonly Star[],
  json: (await pets.getPicture(1)) satisfies Star,
  bytes: (await getPicture(client, 1, { accept: 'image/png' })) satisfies Uint8Array,
  any: (await getPicture(client, 1, { accept: either })) satisfies Star | Uint8Array,
  xml: (await getPetById(client, 1, { accept: 'application/xml', timeout: 5 })) satisfies
    | Pet
    | string,
  text: (await getName(client, 1, undefined, { accept: 'text/plain' })) satisfies string,
};

const usual = await pets.getById.result(1);
const asked = await pets.getById.result(1, { accept: 'application/xml' });

/** Bodies of single outcomes. */
export const told = [
  usual.kind === 'success' && usual.when === 200 && usual.value.name,
  usual.kind === 'success' && usual.when === 200 && usual.value.length, // error: 2339
  asked.kind === 'success' && asked.when === 200 && asked.value.name,
];

/** Errors have the same types for every `accept`. */
export function titleOf(error: unknown): string | undefined {
  const isFailure = getPetById.failed(error) && error.outcome.kind === 'failure';
  return isFailure && error.outcome.when === 404 ? error.outcome.value.title : undefined;
}

/** A possibly absent `accept` does not narrow, and other media types are none of the response. */
export const wrong: readonly unknown[] = [
  await getPicture(client, 1, perhaps), // error: 2769
  await getPetById(client, 1, { accept: 'text/html' }), // error: 2769
];
