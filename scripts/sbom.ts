import manifest from "../package.json" with { type: "json" };
import type { ShippedPackage } from "./shipped-packages.ts";

/**
 * The bill of materials of the packaged app (CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/). It lists the
 * libraries in the bundles and Electron, which `npm sbom` does not list.
 */
export function sbomOf(packages: readonly ShippedPackage[]): string {
  const app = `pkg:npm/${manifest.name}@${manifest.version}`;
  const components = packages.map(({ name, version, licence }) => ({
    type: name === "electron" ? "framework" : "library",
    "bom-ref": purl(name, version),
    name,
    version,
    licenses: [/[ ()]/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl: purl(name, version),
    ...(name === "electron" && {
      description: "Contains Chromium and Node, whose versions its release notes name.",
    }),
  }));
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": app,
        name: manifest.name,
        version: manifest.version,
        purl: app,
      },
    },
    components,
    dependencies: [{ ref: app, dependsOn: components.map(({ purl: each }) => each) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** A package's address; the sign of a scope is written `%40`. https://github.com/package-url/purl-spec */
const purl = (name: string, version: string): string => `pkg:npm/${name.replace("@", "%40")}@${version}`;
