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

/** Without a word a call gives what its JSON holds; `accept` says what it gives otherwise. */
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

/** What single outcomes hold. */
export const told = [
  usual.kind === 'success' && usual.when === 200 && usual.value.name,
  usual.kind === 'success' && usual.when === 200 && usual.value.length, // error: 2339
  asked.kind === 'success' && asked.when === 200 && asked.value.name,
];

/** Errors say what they said before, whatever was asked for. */
export function titleOf(error: unknown): string | undefined {
  const isFailure = getPetById.failed(error) && error.outcome.kind === 'failure';
  return isFailure && error.outcome.when === 404 ? error.outcome.value.title : undefined;
}

/** What may be absent tells nothing, and other types are none of the answer's. */
export const wrong: readonly unknown[] = [
  await getPicture(client, 1, perhaps), // error: 2769
  await getPetById(client, 1, { accept: 'text/html' }), // error: 2769
];
