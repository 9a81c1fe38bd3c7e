import type { NameEntry } from "../../../shared/features/names/names.ts";
import type { OutLimits } from "../../../shared/features/custody/out-limits.ts";
import type { Thresholds } from "../../../shared/inventory/stock.ts";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import type { SampleCompany } from "../../sample-service/index.ts";

/** The data that a user of the sample company would have entered by now. With it every screen has content. */
export interface SampleOwnData {
  readonly names: readonly NameEntry[];
  readonly units: Units;
  readonly outLimits: OutLimits;
  readonly thresholds: Thresholds;
}

/** The people of the sample company by their teams. The holders beyond them have no name yet: naming them can be tried. */
const TEAMS: Readonly<Record<string, readonly string[]>> = {
  Print: ["Ayşe Yılmaz", "Bo Lindqvist", "Ines Ferreira", "Jakub Nowak", "Maya Cohen", "Tom Baker"],
  Lamination: ["Chiamaka Okonkwo", "Diego Morales", "Eva Novotná", "Hanna Virtanen", "Luca Bianchi"],
  Slitting: ["Δημήτρης Παπαδόπουλος", "Fatima Haddad", "Georg Huber", "Kenji Tanaka", "Nadia Petrova"],
  Warehouse: ["Anna Meyer", "Olivier Dubois", "Priya Nair", "Samuel Osei", "Wei Chen"],
};

/** Days that items of some types may be out; the other types go by what is usual. */
const LIMITS = [14, 30];
/** Each type's threshold, as a share of what is available: three types are low, three have enough. */
const SHARES = [1.3, 1.15, 1.05, 0.8, 0.6, 0.5];

export function sampleOwnData({ items, types, userIds }: SampleCompany): SampleOwnData {
  const available = new Map<string, number>();
  for (const { materialTypeId, status } of items.all())
    if (typeof materialTypeId === "string" && status === "available")
      available.set(materialTypeId, (available.get(materialTypeId) ?? 0) + 1);
  const stocked = [...types.all()].map(({ id }) => id).filter((id) => (available.get(id) ?? 0) > 0);
  const ofTypes = <T>(amounts: readonly number[], valueOf: (amount: number, id: string) => T) =>
    Object.fromEntries(
      amounts.flatMap((amount, at) => {
        const id = stocked[at];
        return id === undefined ? [] : [[id, valueOf(amount, id)] as const];
      }),
    );
  return {
    names: namesOf(userIds),
    units: { ...NO_UNITS, length: "m", weight: "kg", width: "mm", thickness: "µm" },
    outLimits: { all: null, types: ofTypes(LIMITS, (days) => days) },
    thresholds: ofTypes(SHARES, (share, id) => ({
      measure: "items" as const,
      below: Math.ceil((available.get(id) ?? 0) * share),
    })),
  };
}

function namesOf(userIds: readonly string[]): readonly NameEntry[] {
  const people = Object.entries(TEAMS).flatMap(([team, names]) =>
    names.map((name) => ({ name, team, note: "" })),
  );
  return people.flatMap((person, at) => {
    const id = userIds[at];
    return id === undefined ? [] : [{ id, ...person }];
  });
}
