import type {
  Answer,
  Awaitable,
  Granted,
  HandlerRequest,
  ServerOperation,
} from '@tallystick/runtime/http/server';
import { getAssetDescriptor } from '../operations/assets.js';
import type { Asset, ErrorBodyV1, TooManyRequestsV1Headers } from '../types.js';
import type { PlatformPrincipals } from './principals.js';

/** What the handler of `getAsset` receives. */
export interface GetAssetHandlerRequest<
  Principals extends PlatformPrincipals = PlatformPrincipals,
> extends HandlerRequest<Granted<Principals, 'bearer'>> {
  readonly path: { readonly network_id: string; readonly asset_id: string };
}

/** Every answer that `getAsset` declares. */
export type GetAssetAnswer =
  | Answer<200, Asset>
  | Answer<400, ErrorBodyV1>
  | Answer<401, ErrorBodyV1>
  | Answer<404, ErrorBodyV1>
  | Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>
  | Answer<'default', ErrorBodyV1>;

/** Makes the answers of `getAsset`. */
export interface GetAssetRespond {
  /** The asset. */
  ok(body: Asset): Answer<200, Asset>;
  /** The request is not as described. */
  badRequest(body: ErrorBodyV1): Answer<400, ErrorBodyV1>;
  /** The bearer token is missing or not valid. */
  unauthorized(body: ErrorBodyV1): Answer<401, ErrorBodyV1>;
  /** There is no such thing. */
  notFound(body: ErrorBodyV1): Answer<404, ErrorBodyV1>;
  /** There were too many requests. */
  tooManyRequests(
    body: ErrorBodyV1,
    headers?: TooManyRequestsV1Headers,
  ): Answer<429, ErrorBodyV1, TooManyRequestsV1Headers>;
  /** It failed. */
  other(status: number, body: ErrorBodyV1): Answer<'default', ErrorBodyV1>;
}

/** What a server writes for the operations of `assets`. */
export interface AssetsHandlers<Principals extends PlatformPrincipals = PlatformPrincipals> {
  /**
   * Get an asset
   *
   * Reads what the platform knows about one asset of a network.
   *
   * `GET /platform/v1/networks/{network_id}/assets/{asset_id}`
   */
  getAsset(
    request: GetAssetHandlerRequest<Principals>,
    respond: GetAssetRespond,
  ): Awaitable<GetAssetAnswer>;
}

export const assetsRoutes: readonly ServerOperation[] = [
  { descriptor: getAssetDescriptor, handler: 'getAsset' },
];
