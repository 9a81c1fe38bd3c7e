import { invalid, ServiceError } from "../../../api-server/answers.ts";

/**
 * The characters of JSON after which a page ends before its limit. Each part of JSON has at least two characters, so a
 * page never has more than the million parts that a client accepts.
 */
export const MOST_CHARACTERS = 1_500_000;

/** Makes a 410: the client must read everything again. */
export const gone = (message: string): ServiceError => new ServiceError(410, "gone", message);

/**
 * Reads a whole number from the query. @param absent the value if the parameter is absent; null if the parameter is
 * required. @throws ServiceError 400.
 */
export function numberIn(query: URLSearchParams, name: string, most: number, absent: number | null): number {
  const values = query.getAll(name);
  const [text] = values;
  if (text === undefined && absent !== null) return absent;
  const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : Number.NaN;
  if (values.length !== 1 || !(number <= most))
    throw invalid(`${name} must be a whole number from 0 to ${most}.`);
  return number;
}
