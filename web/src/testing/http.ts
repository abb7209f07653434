import {
  type DefaultBodyType,
  type HttpHandler,
  HttpResponse,
  type HttpResponseResolver,
  http as msw,
  type PathParams,
} from 'msw';
import type { ResponseObjectMap, SuccessResponse } from 'openapi-typescript-helpers';
import type { paths } from '@/api/schema.gen';
import type { Schemas } from '@/api/types';

type Segments<Path extends string> = Path extends `${infer Head}/${infer Rest}` ? [Head, ...Segments<Rest>] : [Path];

/** True for a path with a place's value, or with the name of one (`:id`), where the described path has the place. */
type Fits<Given extends string[], Described extends string[]> = Given extends [
  infer A extends string,
  ...infer Given2 extends string[],
]
  ? Described extends [infer B extends string, ...infer Described2 extends string[]]
    ? B extends A | `{${string}}`
      ? Fits<Given2, Described2>
      : false
    : false
  : Described extends []
    ? true
    : false;

/** The described path that a path is one of; `never` for a path that the server does not have. */
type Described<Path extends string> = Path extends keyof paths
  ? Path
  : { [P in keyof paths]: Fits<Segments<Path>, Segments<P>> extends true ? P : never }[keyof paths];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Body of a success of a call. */
type Body<Path extends string, M extends Method> = paths[Described<Path>][M] extends infer Operation
  ? Operation extends Record<string | number, unknown>
    ? SuccessResponse<ResponseObjectMap<Operation>>
    : never
  : never;

export type Known<Path extends string> = [Described<Path>] extends [never]
  ? `${Path} is not in the API's description`
  : Path;

type Success<Path extends string, M extends Method> = Extract<Body<Path, M>, DefaultBodyType>;

type Resolver<Path extends string, M extends Method> = HttpResponseResolver<
  PathParams,
  DefaultBodyType,
  Success<Path, M> | Schemas['Problem']
>;

/** Response of a handler: a success as described, or a problem document. */
export type Answer<Path extends string, M extends Method> =
  | HttpResponse<Success<Path, M>>
  | HttpResponse<Schemas['Problem']>
  | HttpResponse<Success<Path, M> | Schemas['Problem']>;

function handle<M extends Method>(method: M) {
  return <const Path extends string>(path: Path & Known<Path>, resolver: Resolver<Path, M>): HttpHandler =>
    msw[method](path, resolver as HttpResponseResolver);
}

/**
 * Handlers of the mocked server. Unknown paths, and responses that differ from their description, do not compile. `raw`
 * allows invalid responses.
 */
export const http = {
  get: handle('get'),
  post: handle('post'),
  put: handle('put'),
  patch: handle('patch'),
  delete: handle('delete'),
  raw: msw,
};

/** Response of a successful call. */
export function ok<Members extends object>(
  members: Members = {} as Members,
): HttpResponse<{ success: true } & Members> {
  return HttpResponse.json<{ success: true } & Members>({ success: true, ...members });
}

/** A problem document. */
export function problem(
  status: number,
  message: string,
  errors: Schemas['FieldError'][] = [],
): HttpResponse<Schemas['Problem']> {
  const type = 'refused';
  return HttpResponse.json<Schemas['Problem']>(
    { success: false, type, status, title: message, detail: message, error: message, message, errors, requestId: 'r1' },
    { status },
  );
}
