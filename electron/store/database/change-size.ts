/** About how many bytes a row of `changes` takes, as SQL. */
export const CHANGE_BYTES = "length(fields) + 3 * length(name)";
