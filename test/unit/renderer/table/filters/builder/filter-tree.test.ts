import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localDay } from "../../../../../../shared/base/time/local-day.ts";
import {
  addPart,
  dissolve,
  emptyCondition,
  emptyGroup,
  filterOf,
  replaceNode,
  treeOf,
  worstOf,
  type GroupNode,
} from "../../../../../../renderer/table/filters/builder/filter-tree.ts";
import { fits } from "../../../../../../renderer/table/filters/builder/filter-builder.tsx";
import { queryOfGroup } from "../../../../../../renderer/table/rows/group-row.tsx";
import { idsInResult } from "../../../../../../renderer/table/selection/use-selection.ts";
import type { GroupLevel } from "../../../../../../shared/query/group-levels.ts";
import { compileQuery } from "../../../../../../shared/query/views/compile-view.ts";
import {
  chipFilterSchema,
  GROUP_MATCHES,
  type Chip,
  type ChipFilter,
  type FieldFilter,
  type FilterGroup,
} from "../../../../../../shared/query/field-filter.ts";
import { parseQuery } from "../../../../../../shared/query/query.ts";

const TODAY = localDay(new Date());

const weighed: FieldFilter = { kind: "presence", field: "weight", empty: false };
const film: FieldFilter = { kind: "text", field: "name", op: "contains", value: "film" };
const { group } = fc.letrec<{ group: FilterGroup; part: ChipFilter }>((tie) => ({
  part: fc.oneof({ depthSize: "small" }, fc.constantFrom<ChipFilter>(weighed, film), tie("group")),
  group: fc.record({
    kind: fc.constant("group" as const),
    match: fc.constantFrom(...GROUP_MATCHES),
    parts: fc.array(tie("part"), { minLength: 1, maxLength: 4 }),
  }),
}));

describe("the filter tree", () => {
  it("a filter tree converts back to the same filter", () => {
    fc.assert(
      fc.property(group, (filter) => {
        expect(filterOf(treeOf(filter))).toEqual(filter);
        expect(chipFilterSchema.parse(filter)).toEqual(filter);
      }),
    );
  });

  it("a filter tree leaves out unfinished parts", () => {
    const inner = addPart(emptyGroup("any"), "", emptyCondition("name"));
    const tree = { ...emptyGroup(), parts: [inner, emptyCondition("status")] };
    expect(filterOf(tree)).toBeNull();
    const condition = emptyCondition("weight");
    const finished = replaceNode(addPart(tree, tree.id, condition), condition.id, (node) =>
      node.kind === "condition" ? { ...node, filter: weighed } : node,
    );
    expect(filterOf(finished)).toEqual({ kind: "group", match: "all", parts: [weighed] });
  });

  it("a filter tree's parts can be edited, added and removed at any depth", () => {
    const tree = treeOf({
      kind: "group",
      match: "all",
      parts: [weighed, { kind: "group", match: "any", parts: [film, weighed] }],
    });
    const inner = tree.parts[1];
    if (inner?.kind !== "group") throw new Error("the second part is a group");
    const [first] = inner.parts;
    const none = replaceNode(tree, inner.id, (node) => ({ ...node, match: "none" }) as typeof inner);
    expect(filterOf(none)?.parts[1]).toEqual({ kind: "group", match: "none", parts: [film, weighed] });
    const without = replaceNode(tree, first?.id ?? "", () => null);
    expect(filterOf(without)?.parts[1]).toEqual({ kind: "group", match: "any", parts: [weighed] });
    expect(filterOf(dissolve(tree, inner.id))?.parts).toEqual([weighed, film, weighed]);
    expect(filterOf(replaceNode(tree, inner.id, () => null))?.parts).toEqual([weighed]);
  });
});

describe("fits()", () => {
  const condition = emptyCondition("name");
  const deepen = (tree: GroupNode, chips: readonly Chip[]): { tree: GroupNode; depth: number } => {
    let [deepest, at, depth] = [tree, tree.id, 1];
    for (;;) {
      const next = emptyGroup("none");
      if (!fits(chips, "new", deepest, at, { ...next, parts: [condition] })) return { tree: deepest, depth };
      deepest = addPart(deepest, at, next);
      [at, depth] = [next.id, depth + 1];
    }
  };

  it("the filter builder allows groups only as deep as a query does, even with negated groups", () => {
    const { tree, depth } = deepen(emptyGroup(), []);
    expect(depth).toBe(8);
    const deepest = (node: GroupNode): GroupNode => {
      const inner = node.parts.find((part) => part.kind === "group");
      return inner?.kind === "group" ? deepest(inner) : node;
    };
    const full = addPart(tree, deepest(tree).id, {
      ...condition,
      filter: { kind: "choice", field: "status", negate: true, values: ["x"], empty: true },
    });
    const negated = JSON.parse(JSON.stringify(filterOf(full)).replaceAll('"all"', '"none"')) as FilterGroup;
    const query = compileQuery({ search: "", chips: [{ enabled: true, filter: negated }], sort: [] }, TODAY);
    expect(() => parseQuery("items", query)).not.toThrow();
  });

  it("the limit of conditions includes the conditions of other chips, even if they are turned off", () => {
    const filter: FieldFilter = { kind: "choice", field: "status", negate: true, values: ["x"], empty: true };
    const chips = (count: number): Chip[] =>
      Array.from({ length: count }, (_, at) => ({ id: String(at), enabled: false, filter }));
    const tree = emptyGroup();
    expect(fits(chips(91), "new", tree, tree.id, condition)).toBe(true);
    expect(fits(chips(92), "new", tree, tree.id, condition)).toBe(false);
  });

  it("the builder's largest filter is valid in a query with a selection and eight group levels", () => {
    const levels = ["createdAt", "updatedAt", "archivedAt", "checkedOutAt", "noLongerReturnedSince"]
      .map((field): GroupLevel => ({ field, step: "day" }))
      .concat([{ field: "status" }, { field: "locationId" }, { field: "materialTypeId" }]);
    const path = levels.map(({ step }) => (step ? "2026-03-01" : "x"));
    let tree = deepen(emptyGroup(), []).tree;
    while (fits([], "new", tree, tree.id, condition)) tree = addPart(tree, tree.id, emptyCondition("name"));
    const filter = worstOf(tree);
    if (!filter) throw new Error("the tree has conditions");
    const query = compileQuery({ search: "", chips: [{ enabled: true, filter }], sort: [] }, TODAY);
    for (const narrowed of [idsInResult(["a"], query), queryOfGroup(query, levels, path)])
      expect(() => parseQuery("items", narrowed)).not.toThrow();
  });
});
