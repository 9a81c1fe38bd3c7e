import { expect, it } from "vitest";
import { decideEdit, isNoted } from "../../../../../../electron/features/collector/serving/decide-edit.ts";

const current = { value: '"theirs"', version: 4, editedAt: 1_000, editedBy: "Desk 1" };
const edit = (value: string | null, editedAt: number, editedBy = "Desk 2") => ({ value, editedAt, editedBy });
const of = (basedOn: number, document = "names") => ({ document, basedOn });

it("the first edit of a record is accepted", () => {
  expect(decideEdit(of(0), null, edit('"mine"', 5))).toEqual({ isAccepted: true, loser: null });
});

it("an edit of the current version is accepted even if the edit is earlier than the current value", () => {
  expect(decideEdit(of(4), current, edit('"mine"', 5))).toEqual({ isAccepted: true, loser: null });
});

it("an edit based on another version replaces the current value if the edit is later", () => {
  expect(decideEdit(of(3), current, edit('"mine"', 1_001))).toEqual({ isAccepted: true, loser: current });
  expect(decideEdit(of(0), current, edit(null, 1_001))).toEqual({ isAccepted: true, loser: current });
});

it("an edit based on another version is refused if the edit is earlier", () => {
  for (const editedAt of [999, 1_000]) {
    const mine = edit('"mine"', editedAt);
    expect(decideEdit(of(3), current, mine)).toEqual({ isAccepted: false, loser: mine });
  }
});

it("an edit that equals the current value leaves no losing value", () => {
  expect(decideEdit(of(3), current, edit('"theirs"', 999))).toEqual({ isAccepted: false, loser: null });
  expect(decideEdit(of(3), current, edit('"theirs"', 1_001))).toEqual({ isAccepted: true, loser: null });
});

it("a later edit by the current value's author leaves no losing value", () => {
  expect(decideEdit(of(3), current, edit('"again"', 1_000, "Desk 1"))).toEqual({
    isAccepted: true,
    loser: null,
  });
  const early = edit('"again"', 900, "Desk 1");
  expect(decideEdit(of(3), current, early)).toEqual({ isAccepted: false, loser: early });
});

it("a later action on an alert replaces the earlier action and leaves no losing value", () => {
  const later = edit('"snooze"', 1_001);
  expect(decideEdit(of(3, "alertActions"), current, later)).toEqual({ isAccepted: true, loser: null });
  const earlier = edit('"snooze"', 999);
  expect(decideEdit(of(3, "alertActions"), current, earlier)).toEqual({ isAccepted: false, loser: null });
});

it("the ids of refused edits are not kept", () => {
  const made = { edit: "e", id: "i", value: "1", basedOn: 0, editedAt: 1 };
  expect(isNoted({ ...made, document: "names" }, "accepted")).toBe(true);
  expect(isNoted({ ...made, document: "names" }, "lost")).toBe(true);
  expect(isNoted({ ...made, document: "names" }, "refused")).toBe(false);
  expect(isNoted({ ...made, document: "alerts" }, "accepted")).toBe(false);
  expect(isNoted({ edit: "e", dismiss: 1 }, "accepted")).toBe(false);
});

it("a later edit of a count leaves no losing value", () => {
  for (const editedAt of [999, 1_001])
    expect(decideEdit(of(3, "counts"), current, edit('"mine"', editedAt))).toEqual({
      isAccepted: editedAt > 1_000,
      loser: null,
    });
});

it("a count's deletion wins over an edit made without knowledge of the deletion", () => {
  const deleted = { ...current, value: null };
  const mine = edit('"mine"', 1_001);
  expect(decideEdit(of(3, "counts"), deleted, mine)).toEqual({ isAccepted: false, loser: null });
  const deletion = edit(null, 999);
  expect(decideEdit(of(3, "countLists"), current, deletion)).toEqual({ isAccepted: true, loser: null });
});
