/** The parts of MSW that generated code uses. The declarations of MSW itself need those of browsers. */
export declare class HttpHandler {
  readonly info: { readonly header: string };
  constructor(
    method: string | RegExp,
    path: string,
    resolver: (info: { readonly request: Request }) => Promise<Response | undefined>,
    options?: { readonly once?: boolean },
  );
}

export declare function passthrough(): Response;
