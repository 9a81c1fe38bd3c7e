import type { SharedView } from "../../shared/features/views/view-share.ts";

/** A view of another company, with a location that this one does not have. */
export const FOREIGN_VIEW: SharedView = {
  resource: "items",
  name: "Their hall",
  definition: {
    version: 1,
    minor: 0,
    search: "",
    filters: [
      {
        enabled: true,
        filter: {
          kind: "choice",
          field: "locationId",
          negate: false,
          values: ["loc_of_others"],
          empty: true,
        },
      },
    ],
    sort: [{ field: "weight", direction: "desc" }],
  },
};
