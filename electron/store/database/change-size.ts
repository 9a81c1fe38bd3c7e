/** Bytes of observed changes that are kept in all, whatever the settings say: a hostile service must not fill the disk. */
export const MOST_CHANGE_BYTES = 256_000_000;

/** About how many bytes a row of `changes` takes, as SQL. */
export const CHANGE_BYTES = "length(fields) + 3 * length(name)";
