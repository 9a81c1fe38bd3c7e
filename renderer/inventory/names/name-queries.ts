import { useQuery } from "@tanstack/react-query";
import { nameEntries, type NameEntry, type NameRecord } from "../../../shared/features/names/names.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { recordsQuery } from "../../host/documents.ts";

/** The entries of a connection's name book, by id. */
export type Names = ReadonlyMap<string, NameEntry>;

const NO_NAMES: Names = new Map();

/** The name book for each answer of the core. It is made once, because many cells read it and it may be long. */
const books = new WeakMap<ReadonlyMap<string, NameRecord>, Names>();

function withIds(records: ReadonlyMap<string, NameRecord>): Names {
  const book = books.get(records) ?? new Map(nameEntries(records).map((entry) => [entry.id, entry]));
  books.set(records, book);
  return book;
}

/** The query for the name book of a connection. */
export const namesQuery = (api: ConnectionApi) => ({ ...recordsQuery(api, "names"), select: withIds });

/** The name book of the open connection; empty until it is loaded. */
export function useNames(): Names {
  return useQuery(namesQuery(useConnectionApi())).data ?? NO_NAMES;
}

/** The name that the user gave to an id; null for an id without a name. */
export function nameIn(names: Names, id: string): string | null {
  const name = names.get(id)?.name ?? "";
  return name === "" ? null : name;
}

/** True if the user gave a name to any id. Then exports have a column of names. */
export function hasAnyName(names: Names): boolean {
  // A name book may be long, and the table checks it at every key press. So the search ends at the first entry with a
  // name.
  for (const { name } of names.values()) if (name !== "") return true;
  return false;
}
