import type { JsonNode, JsonPath } from '../base/json/document.ts';
import type { FormNode } from './form-model.ts';
import type { Problem } from './validation.ts';

/** A choice as a form shows it. */
export interface ShownChoice {
  readonly node: FormNode;
  readonly path: JsonPath;
  /** The alternative that is shown. */
  readonly index: number;
}

/** A problem, and where in the value it is. */
interface Placed<P> {
  readonly problem: P;
  readonly path: JsonPath;
}

type Judged = Pick<Problem, 'pointer'> & Partial<Pick<Problem, 'keyword' | 'schemas' | 'several'>>;

/** Most places of alternatives in alternatives that are looked at for one problem. */
const PLACES = 500;

/**
 * The problems that concern what a form shows: of a choice those of the alternative that is shown. What the others say, and
 * that none matches, is beside the point while the shown one has problems of its own; where it has none, several match.
 * `choices`: outermost first.
 */
export function problemsShown<P extends Judged>(
  placed: readonly Placed<P>[],
  choices: readonly ShownChoice[],
): readonly P[] {
  let left = placed;
  for (const choice of choices) {
    const sides = new Map(left.map((each) => [each, sideOf(each, choice)]));
    const sidesThere = new Set(sides.values());
    if (!sidesThere.has('shown') && !sidesThere.has('several')) continue;
    left = left.filter((each) => {
      const side = sides.get(each);
      return side !== 'other' && !((side === 'summary' || side === 'several') && sidesThere.has('shown'));
    });
  }
  return left.map(({ problem }) => problem);
}

/** Whose a problem is: of the alternative shown, of another, of the choice itself, or of neither. */
type Side = 'shown' | 'other' | 'summary' | 'several' | undefined;

function sideOf<P extends Judged>(
  { problem, path }: Placed<P>,
  { node, path: at, index }: ShownChoice,
): Side {
  const shown = node.alternatives[index]?.node;
  if (shown === undefined || at.some((step, depth) => path[depth] !== step)) return undefined;
  const { keyword, several } = problem;
  const schemas = (problem.schemas ?? []).flatMap((pointer) => node.schemaAt(pointer) ?? []);
  const steps = path.slice(at.length);
  const outside = schemasOf([node], steps, false);
  if (schemas.some((schema) => outside.here.has(schema))) {
    if (steps.length > 0 || (keyword !== 'oneOf' && keyword !== 'anyOf')) return undefined;
    return several ? 'several' : 'summary';
  }
  const ours = schemasOf([shown], steps, true);
  if (schemas.some((schema) => ours.here.has(schema))) return 'shown';
  const others = node.alternatives.map((alternative) => alternative.node).filter((other) => other !== shown);
  const theirs = schemasOf(others, steps, true);
  if (schemas.some((schema) => theirs.here.has(schema))) return 'other';
  // What a form does not show, such as then and else, is of the alternative it is written in.
  const isIn = ({ onTheWay }: Schemas): boolean =>
    schemas.some((schema) =>
      [...onTheWay].some(
        (whole) => !outside.onTheWay.has(whole) && whole.start <= schema.start && schema.end <= whole.end,
      ),
    );
  if (isIn(ours)) return 'shown';
  return isIn(theirs) ? 'other' : undefined;
}

interface Schemas {
  /** That apply at the end of the way. */
  readonly here: ReadonlySet<JsonNode>;
  readonly onTheWay: ReadonlySet<JsonNode>;
}

/** The schemas that apply from `nodes` on; with `within` also those of every alternative. */
function schemasOf(nodes: readonly FormNode[], steps: JsonPath, within: boolean): Schemas {
  const onTheWay = new Set<JsonNode>();
  let looked = 0;
  const opened = (from: readonly FormNode[]): readonly FormNode[] => {
    const found: FormNode[] = [];
    const pending = [...from];
    for (let node = pending.pop(); node !== undefined && looked < PLACES; node = pending.pop()) {
      looked += 1;
      found.push(node);
      for (const schema of node.schemas) onTheWay.add(schema);
      if (within) pending.push(...node.alternatives.map((alternative) => alternative.node));
    }
    return found;
  };
  let current = opened(nodes);
  for (const step of steps)
    current = opened(current.map((node) => (typeof step === 'number' ? node.item(step) : node.member(step))));
  return { here: new Set(current.flatMap((node) => [...node.schemas])), onTheWay };
}
