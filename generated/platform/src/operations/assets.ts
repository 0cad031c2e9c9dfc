import {
  type Call,
  type CallOptions,
  type Failure,
  json,
  type NoInput,
  type OperationDescriptor,
  type Success,
  type Unexpected,
} from '@tallystick/runtime';
import { bind, type Client, operation } from '@tallystick/runtime/http';
import { errorBodyV1Faults } from '../description.js';
import type { Asset, ErrorBodyV1, TooManyRequestsV1Headers } from '../types.js';

export const getAssetDescriptor: OperationDescriptor = {
  id: 'getAsset',
  method: 'GET',
  path: ['/platform/v1/networks/', 0, '/assets/', 1],
  parameters: [
    { name: 'network_id', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'asset_id', in: 'path', required: true, type: { types: ['string'] } },
  ],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok', contents: [json] },
    { status: 400, respond: 'badRequest', contents: [json], error: errorBodyV1Faults },
    { status: 401, respond: 'unauthorized', contents: [json], error: errorBodyV1Faults },
    { status: 404, respond: 'notFound', contents: [json], error: errorBodyV1Faults },
    {
      status: 429,
      respond: 'tooManyRequests',
      contents: [json],
      headers: [{ name: 'Retry-After', in: 'header', type: { types: ['string'] } }],
      error: errorBodyV1Faults,
    },
    { status: 'default', respond: 'other', contents: [json], error: errorBodyV1Faults },
  ],
  security: [{ bearer: [] }],
};

/** Arguments of {@link getAsset}. */
export type GetAssetArguments = [
  networkId: string,
  assetId: string,
  input?: NoInput,
  options?: CallOptions,
];

/** Every way in which {@link getAsset} can end. */
export type GetAssetOutcome =
  | Success<200, Asset>
  | Failure<400, ErrorBodyV1>
  | Failure<401, ErrorBodyV1>
  | Failure<404, ErrorBodyV1>
  | Failure<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Failure<'default', ErrorBodyV1>
  | Unexpected;

/**
 * Get an asset
 *
 * Reads what the platform knows about one asset of a network.
 *
 * `GET /platform/v1/networks/{network_id}/assets/{asset_id}`
 */
export const getAsset: Call<[client: Client, ...GetAssetArguments], Asset, GetAssetOutcome> =
  /* @__PURE__ */ operation(getAssetDescriptor);

/** What the platform knows about an asset of a network. */
export class AssetsService {
  /**
   * Get an asset
   *
   * Reads what the platform knows about one asset of a network.
   *
   * `GET /platform/v1/networks/{network_id}/assets/{asset_id}`
   */
  readonly get: Call<GetAssetArguments, Asset, GetAssetOutcome>;

  constructor(client: Client) {
    this.get = bind(client, getAsset);
  }
}
