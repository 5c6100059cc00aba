import type { ResourceRequest } from '../rule/resources.ts';
import type { Capacity } from './capacity.ts';

/** A request that no state of the machine could ever meet. */
export type RequestProblem =
  | {
      readonly kind: 'too-large';
      readonly resource: string;
      readonly asked: number;
      readonly has: number;
    }
  /** Above one card only whole cards can be leased. */
  | { readonly kind: 'broken-gpus'; readonly asked: number };

/** What of a request is above the capacity, or cannot be leased at all. */
export function requestProblems(
  request: ResourceRequest,
  capacity: Capacity,
): readonly RequestProblem[] {
  const problems: RequestProblem[] = [];
  if (request.gpus > 1 && !Number.isInteger(request.gpus)) {
    problems.push({ kind: 'broken-gpus', asked: request.gpus });
  }
  for (const [resource, asked, has] of counted(request, capacity)) {
    if (has !== undefined && asked > has)
      problems.push({ kind: 'too-large', resource, asked, has });
  }
  return problems;
}

/** The request, with what there is where it asks for more. The same object if it fits. */
export function clampRequest(request: ResourceRequest, capacity: Capacity): ResourceRequest {
  if (requestProblems(request, capacity).every(({ kind }) => kind !== 'too-large')) return request;
  const limits = capacity.custom;
  const custom = Object.entries(request.custom).map(([name, amount]): [string, number | string] => {
    const limit = limits[name];
    return [
      name,
      typeof amount === 'number' && limit !== undefined ? Math.min(amount, limit) : amount,
    ];
  });
  return {
    ...request,
    threads: Math.min(request.threads, capacity.cores),
    memMib: least(request.memMib, capacity.memMib),
    diskMib: least(request.diskMib, capacity.diskMib),
    gpus: Math.min(request.gpus, capacity.gpus.length),
    gpuMemMib: least(request.gpuMemMib, gpuMemLimit(request, capacity)),
    custom: Object.fromEntries(custom),
  };
}

type Row = readonly [resource: string, asked: number, has: number | undefined];

function counted(request: ResourceRequest, capacity: Capacity): readonly Row[] {
  const custom = Object.entries(request.custom).flatMap(([name, asked]): Row[] =>
    typeof asked === 'number' ? [[name, asked, capacity.custom[name]]] : [],
  );
  return [
    ['threads', request.threads, capacity.cores],
    ['mem', request.memMib ?? 0, capacity.memMib],
    ['disk', request.diskMib ?? 0, capacity.diskMib],
    ['gpus', request.gpus, capacity.gpus.length],
    ['gpuMem', request.gpuMemMib ?? 0, gpuMemLimit(request, capacity)],
    ...custom,
  ];
}

/**
 * The most memory that as many cards as are asked for have, each; undefined where it is not known of
 * so many, or there are not so many.
 */
function gpuMemLimit({ gpus }: ResourceRequest, capacity: Capacity): number | undefined {
  const { gpuFreeMib = [] } = capacity;
  const cards = capacity.gpus.map((_, card) => gpuFreeMib[card] ?? Number.POSITIVE_INFINITY);
  const limit = cards.toSorted((a, b) => b - a)[Math.ceil(gpus) - 1];
  return limit === Number.POSITIVE_INFINITY ? undefined : limit;
}

function least(asked: number | undefined, limit: number | undefined): number | undefined {
  return asked === undefined || limit === undefined ? asked : Math.min(asked, limit);
}
