import { expect, it } from "vitest";
import { sampleOwnData } from "../../../../../electron/features/connections/sample-own-data.ts";
import { makeCompany } from "../../../../../electron/sample-service/company.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { memory, start } from "../../hosts/core/support.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");

it("the sample company has holders with names and teams, units, limits and thresholds", () => {
  const company = makeCompany({ seed: 1, items: 2_000, now: () => NOW });
  const { names, units, outLimits, thresholds } = sampleOwnData(company);
  expect(names.length).toBeGreaterThan(15);
  expect(
    names.every(({ id, name, team }) => company.userIds.includes(id) && name !== "" && team !== ""),
  ).toBe(true);
  expect(new Set(names.map(({ id }) => id)).size).toBe(names.length);
  expect(names.length).toBeLessThan(company.userIds.length);
  expect(Object.values(units).slice(0, 4)).not.toContain(null);
  const types = new Set([...company.types.all()].map(({ id }) => id));
  expect(Object.keys(outLimits.types).filter((id) => types.has(id))).toHaveLength(2);
  expect(Object.keys(thresholds).filter((id) => types.has(id))).toHaveLength(6);
});

it("whoever explores the sample data finds them", async () => {
  const rig = start(await temporaryFolder(), memory(), fetch);
  const { profileId } = await rig.call("exploreSample");
  expect((await rig.call("listNames", { profileId })).length).toBeGreaterThan(15);
  expect(await rig.call("readRecords", { profileId, document: "units" })).toMatchObject([
    { value: { length: "m", weight: "kg" } },
  ]);
  expect(await rig.call("readRecords", { profileId, document: "limits" })).toHaveLength(2);
  await rig.pulled();
  const proposal = await rig.call("proposeUnits", { profileId });
  // They are what the data themselves say.
  expect(proposal).toMatchObject({ units: { length: "m", weight: "kg", width: "mm", thickness: "µm" } });
});
