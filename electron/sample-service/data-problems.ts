import type { Item } from "../../shared/inventory/resources.ts";
import type { SampleCompany } from "./company.ts";
import { formatInstant } from "../api-server/instant.ts";

const DAY = 86_400_000;
/** The distance between two items that get a problem. */
const STEP = 97;

type Spoil = (item: Item, other: Item) => Partial<Item>;

/** The usual data problems. Each is made from two items. */
const spoils = (now: number, userId: string): readonly Spoil[] => [
  () => ({ checkedOutToUserId: userId, status: "available", checkedOutAt: null }),
  ({ startingLength }) => ({
    startingLength: startingLength ?? 100,
    remainingLength: (startingLength ?? 100) + 20,
  }),
  () => ({ remainingLength: -3.5 }),
  () => ({ weight: -0.4, weightSource: "manual" }),
  ({ weight }) => ({ weight: (weight ?? 5) * 4 + 10, weightSource: "manual" }),
  (_, { name }) => ({ name }),
  () => ({
    status: "archived",
    archivedAt: formatInstant(now - 9 * DAY),
    updatedAt: formatInstant(now - 2 * DAY),
  }),
  () => ({ updatedAt: formatInstant(now + 2 * DAY) }),
  () => ({ locationId: "loc_removed00001" }),
  () => ({ materialTypeId: "typ_removed00001" }),
];

/**
 * Gives some available items the data problems that real companies have. `updatedAt` stays unchanged unless it is the
 * problem itself.
 * @param now ms since the epoch.
 */
export function addDataProblems(company: SampleCompany, now: number): void {
  const available = [...company.items.all()].filter(
    ({ status, weight }) => status === "available" && weight !== null,
  );
  for (const [at, spoil] of spoils(now, company.userIds[0] ?? "").entries()) {
    const [item, other] = [available[at * STEP], available[at * STEP + 1]];
    if (!item || !other) return;
    company.upsertItem({ ...item, ...spoil(item, other) });
  }
}
