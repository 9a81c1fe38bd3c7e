import { expect, it } from "vitest";
import { decideEdit } from "../../../../../electron/features/collector/decide-edit.ts";

const current = { value: '"theirs"', version: 4, editedAt: 1_000, editedBy: "Desk 1" };
const edit = (value: string | null, editedAt: number, editedBy = "Desk 2") => ({ value, editedAt, editedBy });

it("the first edit of a record is accepted", () => {
  expect(decideEdit(null, 0, edit('"mine"', 5))).toEqual({ isAccepted: true, loser: null });
});

it("an edit of the present version is accepted, however early it was made", () => {
  expect(decideEdit(current, 4, edit('"mine"', 5))).toEqual({ isAccepted: true, loser: null });
});

it("a later edit of another version is accepted, and the present value is its loser", () => {
  expect(decideEdit(current, 3, edit('"mine"', 1_001))).toEqual({ isAccepted: true, loser: current });
  expect(decideEdit(current, 0, edit(null, 1_001))).toEqual({ isAccepted: true, loser: current });
});

it("an edit of another version that is not later loses, and its value is the loser", () => {
  for (const editedAt of [999, 1_000]) {
    const mine = edit('"mine"', editedAt);
    expect(decideEdit(current, 3, mine)).toEqual({ isAccepted: false, loser: mine });
  }
});

it("equal values have no loser, whichever edit is later", () => {
  expect(decideEdit(current, 3, edit('"theirs"', 999))).toEqual({ isAccepted: false, loser: null });
  expect(decideEdit(current, 3, edit('"theirs"', 1_001))).toEqual({ isAccepted: true, loser: null });
});

it("a later edit of the present value's author is accepted without a loser, and an earlier one loses", () => {
  expect(decideEdit(current, 3, edit('"again"', 1_000, "Desk 1"))).toEqual({ isAccepted: true, loser: null });
  const early = edit('"again"', 900, "Desk 1");
  expect(decideEdit(current, 3, early)).toEqual({ isAccepted: false, loser: early });
});
