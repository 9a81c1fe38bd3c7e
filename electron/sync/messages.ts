import { sentences } from "../../shared/base/text/texts.ts";

export const SYNC_ERRORS = sentences("sync.errors", {
  noKey: "There is no API key to ask the service with.",
  endless: "The service’s listing does not end: page after page brings nothing new.",
  noCursor: "The service said that there are more pages, but gave no cursor for the next one.",
  cycle: "The service’s pages go round in a circle: a cursor came a second time.",
  waitedTooLong: "The service kept this key waiting for longer than a listing lives.",
  otherCompany:
    "The service knows none of the rows of this copy: this key seems to belong to another company. Nothing was changed.",
  unknownRecord:
    "By this key the service does not know the record: it was deleted, or the key is another company’s. Until a refresh has shown which, nothing is changed here.",
  otherRecord: "The service answered with another record.",
  otherRecordKept: "The service answered with another record. The local copy was left as it is.",
  malformed: "The service’s record is malformed ({fault}). The local copy was left as it is.",
});

export const COLLECTOR_ERRORS = sentences("sync.collector", {
  unreadable: "The collector’s answer cannot be read.",
  unreadableLine: "The collector’s answer cannot be read ({fault}). Nothing more was changed.",
  snapshotEnded: "The collector’s snapshot ended early. It is requested again.",
  otherCollector:
    "The collector does not have {rows} of {all} items. Nothing was changed: it may be another company’s collector.",
  otherEpoch: "Another epoch.",
});
