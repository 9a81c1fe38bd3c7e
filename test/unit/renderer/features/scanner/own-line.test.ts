import { expect, it } from "vitest";
import { ownLine } from "../../../../../renderer/features/scanner/labels/own-line.ts";

const ROW = { id: "itm_1", name: "Roll 7", materialTypeName: "PA film", locationName: null };

it.each([
  ["Property of Meyer", "Property of Meyer"],
  ["{type} / {name} / {id}, {date}", "PA film / Roll 7 / itm_1, Nov 30"],
  ["{location}", ""],
  ["At {location}", "At"],
  ["{weight} {Name} {}", "{weight} {Name} {}"],
  ["{name}{name}", "Roll 7Roll 7"],
])("ownLine() replaces the known placeholders of %j", (template, line) => {
  expect(ownLine(template, ROW, "Nov 30")).toBe(line);
});

it("ownLine() does not replace placeholders inside a value", () => {
  expect(ownLine("{name}", { ...ROW, name: "{id} $& $1" }, "")).toBe("{id} $& $1");
});
