import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sbomOf } from "../../../scripts/sbom.ts";
import { shippedPackages } from "../../../scripts/shipped-packages.ts";
import { ROOT } from "../../helpers/child.ts";

const modules = [
  path.join(ROOT, "node_modules/d3-scale/src/linear.js"),
  path.join(ROOT, "node_modules/@mantine/core/esm/index.mjs"),
  path.join(ROOT, "renderer/main.ts"),
  "\0vite/preload-helper.js",
];
const shipped = shippedPackages(modules);
const names = shipped.map(({ name }) => name);

it("the shipped packages include dependencies and licences", () => {
  expect(names).toEqual(expect.arrayContaining(["@mantine/core", "d3-scale", "electron", "node-gyp-build"]));
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  // An alias is found by the package's own name.
  for (const name of Object.keys(dependencies)) expect(names.join()).toContain(name);
  for (const unwanted of ["vitest", "typescript", "d3-shape", "node-addon-api"])
    expect(names).not.toContain(unwanted);
  const scale = shipped.find(({ name }) => name === "d3-scale");
  expect(scale).toMatchObject({ licence: "ISC", text: expect.stringContaining("Permission to use") });
});

it("the bill of materials lists each shipped package once", () => {
  const bom = JSON.parse(sbomOf(shipped)) as {
    components: { purl: string; version: string; licenses: unknown[] }[];
    dependencies: { dependsOn: string[] }[];
  };
  const addresses = bom.components.map(({ purl }) => purl);
  expect(new Set(addresses).size).toBe(shipped.length);
  expect(addresses).toContainEqual(expect.stringMatching(/^pkg:npm\/%40mantine\/core@\d+\.\d+\.\d+$/));
  expect(bom.dependencies[0]?.dependsOn).toEqual(addresses);
  for (const { licenses } of bom.components) expect(licenses).toHaveLength(1);
});
