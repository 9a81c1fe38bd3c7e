import { expect, it } from "vitest";
import { recordText, scanValueText, SECTION } from "../../../../../renderer/features/team/messages.ts";

const scan = { text: "r-7", itemId: "r-7", name: "Roll 7", by: "scan", at: "", length: 5, weight: null };
const present = { value: JSON.stringify(scan), editedAt: 1, editedBy: "Desk 1" };

it("an overridden scan is named by its count and item, even if one side deleted the scan", () => {
  const lost = { kind: "counts", id: "c/1", owner: "Hall A", value: null, present } as const;
  expect(recordText(lost)).toBe("Counts · Hall A · Roll 7");
  const taken = { ...lost, value: present.value, present: { ...present, value: null } };
  expect(recordText(taken)).toBe("Counts · Hall A · Roll 7");
});

it("a team value of a material type is labelled with the type's name, or with the type's id while the name is unknown", () => {
  const lost = { kind: "limits", id: "t-1", owner: null, value: null, present } as const;
  expect(recordText(lost)).toBe("Limits of checked-out items · t-1");
  expect(recordText(lost, new Map([["t-1", "Foil"]]))).toBe("Limits of checked-out items · Foil");
});

it("the label of a scan's value shows the scan's measurements or its removal", () => {
  expect(scanValueText(present.value)).toBe("length 5, weight not measured");
  expect(scanValueText(null)).toBe("Taken back");
});

it.each([
  [
    1,
    "The 1 record of the team on this computer is replaced by what the collector has. This cannot be undone.",
  ],
  [
    1_200,
    "The 1,200 records of the team on this computer are replaced by what the collector has. This cannot be undone.",
  ],
])("the question before a loss of records gives the number of records, %i", (records, text) => {
  expect(SECTION.acceptLossNote({ records })).toBe(text);
});
