import type {
  ChipFilter,
  FieldFilter,
  FilterGroup,
  GroupMatch,
} from "../../../../shared/query/field-filter.ts";

/** A condition in the builder. Its filter is null until the condition is complete. */
export interface ConditionNode {
  readonly id: string;
  readonly kind: "condition";
  readonly field: string;
  readonly filter: FieldFilter | null;
}
/** A group in the builder; it may be empty. */
export interface GroupNode {
  readonly id: string;
  readonly kind: "group";
  readonly match: GroupMatch;
  readonly parts: readonly FilterNode[];
}
export type FilterNode = ConditionNode | GroupNode;

const LONGEST_CONDITION: FieldFilter = {
  kind: "choice",
  field: "name",
  negate: true,
  values: [""],
  empty: true,
};

/** Makes a group without parts. */
export function emptyGroup(match: GroupMatch = "all"): GroupNode {
  return { id: crypto.randomUUID(), kind: "group", match, parts: [] };
}

/** Makes a condition on a field, without an operator or value yet. */
export function emptyCondition(field: string): ConditionNode {
  return { id: crypto.randomUUID(), kind: "condition", field, filter: null };
}

/** Makes the editable tree of a group. */
export function treeOf({ match, parts }: FilterGroup): GroupNode {
  return { ...emptyGroup(match), parts: parts.map(nodeOf) };
}

function nodeOf(filter: ChipFilter): FilterNode {
  return filter.kind === "group" ? treeOf(filter) : { ...emptyCondition(filter.field), filter };
}

/** Makes the filter of a tree from its complete parts; null if no part is complete. */
export function filterOf({ match, parts }: GroupNode): FilterGroup | null {
  const finished = parts.flatMap((part) => (part.kind === "group" ? filterOf(part) : part.filter) ?? []);
  return finished.length === 0 ? null : { kind: "group", match, parts: finished };
}

/** The largest filter that a tree can become without further parts. */
export function worstOf({ parts }: GroupNode): FilterGroup | null {
  const worst = parts.flatMap((part) => (part.kind === "group" ? worstOf(part) : LONGEST_CONDITION) ?? []);
  return worst.length === 0 ? null : { kind: "group", match: "none", parts: worst };
}

/** Replaces the node with an id; null removes it. */
export function replaceNode(
  tree: GroupNode,
  id: string,
  replace: (node: FilterNode) => FilterNode | null,
): GroupNode {
  const replaced = tree.id === id ? replace(tree) : tree;
  if (replaced?.kind !== "group") return tree;
  if (replaced !== tree) return replaced;
  return {
    ...tree,
    parts: tree.parts.flatMap((part) => {
      if (part.id === id) return replace(part) ?? [];
      return part.kind === "group" ? replaceNode(part, id, replace) : part;
    }),
  };
}

/** Adds a part at the end of the group with an id. */
export function addPart(tree: GroupNode, groupId: string, part: FilterNode): GroupNode {
  return replaceNode(tree, groupId, (node) =>
    node.kind === "group" ? { ...node, parts: [...node.parts, part] } : node,
  );
}

/** Replaces a group by the parts of the group. */
export function dissolve(tree: GroupNode, groupId: string): GroupNode {
  return {
    ...tree,
    parts: tree.parts.flatMap((part) => {
      if (part.kind !== "group") return part;
      return part.id === groupId ? part.parts : dissolve(part, groupId);
    }),
  };
}
