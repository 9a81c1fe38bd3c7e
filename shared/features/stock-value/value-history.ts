import { z } from "zod";
import { idSchema } from "../../inventory/resources.ts";
import { meantConnection } from "../../inventory/connections.ts";
import { KEPT_DAYS } from "../../inventory/stock.ts";

/** The value of the stock in one currency, at the end of a local day. */
const dayValueSchema = z.strictObject({
  /** The currency as `foldCurrency` writes it. */
  currency: z.string(),
  /** The number of items with a value. */
  items: z.int(),
  /** The value of all items in stock; below, of the available and of the checked-out items. */
  value: z.number(),
  available: z.number(),
  checkedOut: z.number(),
});

const valueDaySchema = z.strictObject({
  day: z.iso.date(),
  /** The number of items in stock, including items without a value. */
  items: z.int(),
  currencies: z.array(dayValueSchema),
});
export type ValueDay = Readonly<z.infer<typeof valueDaySchema>>;

/** The change of the value in one currency since an earlier day. */
const changeSchema = z.strictObject({
  currency: z.string(),
  before: z.number(),
  now: z.number(),
  /** The part of the change that is due to new prices, units or pricing bases. The rest is due to new quantities. */
  byPrice: z.number(),
});

const typeChangeSchema = z.strictObject({
  ...changeSchema.shape,
  typeId: z.string(),
  /** The name of the type; null if the type is not known. */
  name: z.string().nullable(),
});
export type ValueChange = Readonly<z.infer<typeof changeSchema>>;
export type TypeChange = Readonly<z.infer<typeof typeChangeSchema>>;

/** The use of one material type in one currency, and its average value. */
const turnoverSchema = z.strictObject({
  typeId: z.string(),
  name: z.string().nullable(),
  currency: z.string(),
  /** The value of the used amounts. Each amount is valued at the price of the day on which its use was observed. */
  consumed: z.number(),
  /** The average value of the stock over the observed days. */
  average: z.number(),
});
export type Turnover = Readonly<z.infer<typeof turnoverSchema>>;

const days = z.int().min(1).max(KEPT_DAYS);

export const VALUE_HISTORY_CALLS = {
  /** Returns the stock's value on each of the last local days, oldest first. Days without a pass are missing. */
  queryValueHistory: {
    input: z.strictObject({ ...meantConnection, typeId: idSchema.nullable(), days }),
    output: z.array(valueDaySchema),
  },
  /** Returns the change of each type's value since the last observed day before today. */
  queryValueChange: {
    input: z.strictObject(meantConnection),
    output: z.strictObject({
      /** The day with which today is compared; null if no earlier day was observed with values. */
      since: z.iso.date().nullable(),
      /** The change of all types together, in each currency. */
      totals: z.array(changeSchema),
      /** The changes by type, only for types whose value changed. */
      types: z.array(typeChangeSchema),
    }),
  },
  /** Returns each type's use within the last local days, and its average stock value. */
  queryTurnover: {
    input: z.strictObject({ ...meantConnection, days }),
    output: z.strictObject({
      /** The number of days with a known value. */
      observedDays: z.int(),
      types: z.array(turnoverSchema),
    }),
  },
} as const;
