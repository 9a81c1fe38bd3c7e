import type { Resource } from "../../../shared/domain/resource-names.ts";

/** What people call each resource. */
export const RESOURCE_LABELS: Readonly<
  Record<Resource, { readonly title: string; readonly one: string; readonly many: string }>
> = {
  items: { title: "Items", one: "item", many: "items" },
  types: { title: "Material types", one: "material type", many: "material types" },
  locations: { title: "Locations", one: "location", many: "locations" },
};
