/** Whether this is the whole run. The quick one leaves out tests with the tag `@whole`. */
export const IS_WHOLE_RUN = process.env["STOCKDECK_WHOLE"] === "1";
